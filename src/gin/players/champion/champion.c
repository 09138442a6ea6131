// SPDX-License-Identifier: MIT
#include "gin/players/champion/champion.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gin/players/champion/champion_internal.h"
#include "gin/players/list/policies.h"
#include "learn/files/models.h"
#include "learn/net/choice.h"

static const char ESTIMATOR[] = "mishra-net"; // the one whose hands need the least tilt (docs/JUDGE.md)

void gin_inputs_version(char text[GIN_INPUTS_VERSION]) {
    uint64_t hash = rng_fold(GIN_INPUTS, GIN_CHOICES);
    for (int i = 0; i < GIN_INPUTS; i++) {
        char name[32];
        for (const char *c = gin_input_name(i, name); *c; c++) hash = rng_fold(hash, (unsigned char)*c);
        hash = rng_fold(hash, 0);
    }
    snprintf(text, GIN_INPUTS_VERSION, "%016" PRIx64, hash);
}

// ---- Weights ----

static bool check_inputs(const Weights *weights, Error *err) {
    char ours[GIN_INPUTS_VERSION];
    const char *theirs = weights_fact(weights, GIN_FACT_INPUTS);
    gin_inputs_version(ours);
    if (!theirs)
        return error_set(err, "the metadata has no \"" GIN_FACT_INPUTS "\": these are no weights of a gin player");
    return strcmp(ours, theirs) == 0 ||
           error_set(err,
                     "the network was trained with other inputs (%.32s, this program has %s); train it again with "
                     "`deadwood train`",
                     theirs, ours);
}

static bool check_net_shape(const Net *net, int inputs, int outputs, Error *err) {
    if (net_inputs(net) == inputs && net_outputs(net) == outputs && net_memory(net) == 0) return true;
    return error_set(err, "a network '%s', not one of %d inputs and %d output%s without LSTM layers",
                     net_architecture(net), inputs, outputs, outputs == 1 ? "" : "s");
}

typedef bool (*ReadFacts)(const Weights *weights, void *to, Error *err);

static Net *load_champion_net(const char *name, int inputs, int outputs, ReadFacts read, void *to, Error *err) {
    Text path = {0};
    Weights *weights = model_path(name, &path, err) ? weights_load(path.data, err) : NULL;
    Net *net = weights && check_inputs(weights, err) ? net_from_weights(weights, err) : NULL;
    if (net && (!check_net_shape(net, inputs, outputs, err) || !read(weights, to, err))) {
        net_close(net);
        net = NULL;
    }
    if (weights && !net) error_prefix(err, "%s", path.data);
    weights_close(weights);
    text_free(&path);
    return net;
}

enum { RULES = sizeof((GinChampion *)0)->rules };

static bool read_trained_rules(const Weights *weights, void *to, Error *err) {
    const char *rules = weights_fact(weights, GIN_FACT_RULES);
    return text_copy(to, RULES, rules ? rules : "") ||
           error_set(err, "\"" GIN_FACT_RULES "\" is longer than %d characters", RULES - 1);
}

static bool read_value_scale(const Weights *weights, void *to, Error *err) {
    const char *value = weights_fact(weights, GIN_FACT_VALUE);
    double unit;
    if (!value)
        return error_set(err, "the metadata has no \"" GIN_FACT_VALUE
                              "\": this critic does not tell chances to win, so play with depth=0");
    if (!text_to_double(value, GIN_FACT_VALUE, 1e-3, 1e6, &unit, err)) return false;
    *(float *)to = (float)unit;
    return true;
}

static bool model_is_there(const char *model) {
    Text path = {0};
    bool there = model_path(model, &path, NULL) && access(path.data, F_OK) == 0;
    text_free(&path);
    return there;
}

// True if a critic that predicts winning chances lies beside the weights; loading it finds any damage.
static bool has_critic(const char *model) {
    Text name = {0}, path = {0};
    Error err;
    model_beside(model, MODEL_CRITIC, &name);
    bool there = model_is_there(name.data) && model_path(name.data, &path, &err);
    Weights *weights = there ? weights_load(path.data, &err) : NULL;
    there = there && (!weights || weights_fact(weights, GIN_FACT_VALUE));
    weights_close(weights);
    text_free(&name);
    text_free(&path);
    return there;
}

static bool open_answer(const char *model, bool judges, char rules[RULES], ChampionAnswer *answer, Error *err) {
    answer->net = load_champion_net(model, GIN_INPUTS, GIN_CHOICES, read_trained_rules, rules, err);
    if (!answer->net || !judges) return answer->net != NULL;
    Text critic = {0};
    model_beside(model, MODEL_CRITIC, &critic);
    answer->critic = load_champion_net(critic.data, GIN_INPUTS + GIN_SECRETS, 1, read_value_scale, &answer->value, err);
    text_free(&critic);
    return answer->critic != NULL;
}

// Loads the best responses to single opponent types, if they lie beside the weights and were trained for the same
// rules.
static bool open_others(GinChampion *champion, const char *model, Error *err) {
    static const char *const names[GIN_TYPES] = {
        [GIN_TYPE_KNOCKER] = GIN_CHAMPION_KNOCK, [GIN_TYPE_PLAIN] = GIN_CHAMPION_PLAIN};
    bool good = true;
    for (int i = 0; good && i < GIN_TYPES; i++) {
        Text name = {0};
        char rules[RULES];
        if (names[i]) model_beside(model, names[i], &name);
        if (names[i] && model_is_there(name.data))
            good =
                open_answer(name.data, champion->plan.depth > 0, rules, &champion->answer[i], err) &&
                (strcmp(rules, champion->rules) == 0 || error_set(err, "%s was trained for the rules %s, and %s for %s",
                                                                  name.data, rules, model, champion->rules));
        text_free(&name);
    }
    return good;
}

static bool open_nets(GinChampion *champion, const char *model, Error *err) {
    GinChampionPlan *plan = &champion->plan;
    if (plan->depth < 0) plan->depth = plan->search > 0 && has_critic(model) ? GIN_CHAMPION_USUAL : 0;
    return open_answer(model, plan->depth > 0, champion->rules, &champion->answer[GIN_TYPE_NETWORK], err) &&
           (plan->search <= 0 || open_others(champion, model, err));
}

GinChampion *gin_champion_open(const char *model, const GinChampionPlan *plan, Error *err) {
    GinChampion *champion = calloc(1, sizeof *champion);
    ChampionShelf *shelf = calloc(1, sizeof *shelf);
    if (!champion || !shelf) {
        free(champion);
        free(shelf);
        error_set(err, "out of memory");
        return NULL;
    }
    champion->shelf = shelf;
    champion->plan = *plan;
    bool good = open_nets(champion, model, err) &&
                (plan->search <= 0 || gin_estimator_open(ESTIMATOR, &champion->estimator, err));
    if (good) return champion;
    gin_champion_close(champion);
    return NULL;
}

void gin_champion_close(GinChampion *champion) {
    if (!champion) return;
    champion_tables_close(atomic_load(&champion->shelf->first));
    free(champion->shelf);
    for (int i = 0; i < GIN_TYPES; i++) {
        net_close(champion->answer[i].net);
        net_close(champion->answer[i].critic);
    }
    gin_part_close(&champion->estimator);
    free(champion);
}

const Net *gin_champion_net(const GinChampion *champion) { return champion->answer[GIN_TYPE_NETWORK].net; }
const GinChampionPlan *gin_champion_plan(const GinChampion *champion) { return &champion->plan; }
const char *gin_champion_rules(const GinChampion *champion) { return champion->rules; }

const ChampionAnswer *champion_answer(const GinChampion *champion, GinOpponentType type) {
    const ChampionAnswer *own = &champion->answer[type];
    return own->net ? own : &champion->answer[GIN_TYPE_NETWORK];
}

bool gin_champion_knows(const GinChampion *champion, const GinRules *rules) {
    char all[sizeof champion->rules];
    text_copy(all, sizeof all, champion->rules);
    char *rest = all;
    for (char *one; (one = strsep(&rest, " ")) != NULL;) {
        GinRules known;
        if (*one && gin_rules_parse(one, &known, NULL) && gin_rules_equal(&known, rules)) return true;
    }
    return false;
}

// ---- Choosing ----

// The network's numbers for all choices. Returns how many are legal.
static int ask_network(const GinChampion *champion, const GinView *view, uint8_t legal[GIN_LEGAL_BYTES],
                       float outputs[GIN_CHOICES]) {
    uint8_t inputs[GIN_INPUTS];
    int count = gin_choices(view, legal);
    if (count == 0) return 0;
    GinHabits habits = gin_habits_of(view->past);
    gin_observe(view, &habits, inputs);
    net_apply_bytes(gin_champion_net(champion), inputs, outputs);
    return count;
}

int gin_champion_policy(const GinChampion *champion, const GinView *view, float probability[GIN_CHOICES]) {
    uint8_t legal[GIN_LEGAL_BYTES];
    float outputs[GIN_CHOICES];
    int count = ask_network(champion, view, legal, outputs);
    if (count) choice_probabilities(outputs, legal, GIN_CHOICES, 1, probability);
    return count;
}

static int draw_choice(const GinChampion *champion, const uint8_t legal[GIN_LEGAL_BYTES],
                       const float outputs[GIN_CHOICES], Rng *rng) {
    float probability[GIN_CHOICES];
    if (champion->plan.temperature <= 0) return choice_best(outputs, legal, GIN_CHOICES);
    choice_probabilities(outputs, legal, GIN_CHOICES, (float)champion->plan.temperature, probability);
    return choice_at(probability, GIN_CHOICES, rng_unit(rng));
}

static int champion_choose(const GinChampion *champion, const GinView *view, Rng *rng) {
    uint8_t legal[GIN_LEGAL_BYTES];
    float outputs[GIN_CHOICES];
    if (gin_choices(view, legal) == 1) {
        memset(outputs, 0, sizeof outputs);
        return choice_best(outputs, legal, GIN_CHOICES); // the only one
    }
    if (champion->plan.search > 0) {
        GinSearch search;
        gin_champion_search(champion, view, champion->plan.search, rng_next(rng), &search);
        if (search.count) return search.move[0].choice;
    }
    ask_network(champion, view, legal, outputs);
    return draw_choice(champion, legal, outputs, rng);
}

// True if it knocks with a card that another policy discards, by the network alone. Gin is never declined.
static int choose_knock(const GinChampion *champion, const GinView *view, Card card, Rng *rng) {
    uint8_t legal[GIN_LEGAL_BYTES] = {0};
    float outputs[GIN_CHOICES];
    int drops = GIN_CHOICE_DROP + card_index(card), knocks = GIN_CHOICE_KNOCK + card_index(card);
    if (gin_deadwood(view->hand & ~set_of(card)) == 0) return knocks;
    ask_network(champion, view, legal, outputs);
    memset(legal, 0, sizeof legal);
    legal[drops / 8] |= (uint8_t)(1 << drops % 8);
    legal[knocks / 8] |= (uint8_t)(1 << knocks % 8);
    return draw_choice(champion, legal, outputs, rng);
}

// ---- As a whole player ----

static GinAction champion_show(const GinView *view, GinMove move) {
    GinSplit melds = gin_melds_best_layoff.melds(NULL, view, NULL, view->hand, move == GIN_SHOW);
    return (GinAction){.move = (uint8_t)move, .card = CARD_NONE, .melds = melds};
}

static GinAction choose_action(const void *self, const GinView *view, const GinLegal *among, Rng *rng) {
    uint8_t legal[GIN_LEGAL_BYTES];
    if (view->table->phase == GIN_DEFEND) return champion_show(view, GIN_SHOW);
    if (among ? among->big_gin : gin_choices(view, legal) == 0) return champion_show(view, GIN_CALL_BIG);
    if (!among) return gin_choice_action(view, champion_choose(self, view, rng));
    Card card = set_first(among->knocks);
    int choice = among->discards ? choose_knock(self, view, card, rng) : GIN_CHOICE_KNOCK + card_index(card);
    return gin_choice_action(view, choice); // with melds as the choices are played in training
}

static void *open_model(const double params[GIN_MAX_PARAMS], const char *model, Error *err) {
    GinChampionPlan plan = {
        .temperature = params[0],
        .search = params[1],
        .depth = (int)params[2],
        .weigh = (int)params[3],
    };
    return gin_champion_open(model, &plan, err);
}

static void close_model(void *self) { gin_champion_close(self); }

static void champion_note(const void *self, const GinRules *rules, Text *text) {
    const GinChampion *champion = self;
    char these[GIN_RULES_TEXT];
    if (!*champion->rules || gin_champion_knows(champion, rules)) return;
    gin_rules_print(rules, these);
    text_addf(text, "the champion was trained for the rules %s; these are %s", champion->rules, these);
}

const GinWhole gin_champion = {
    .name = "champion",
    .params =
        {
            {"temperature", 0, 0, 100, false, "of the softmax that choices are drawn from; 0: the likeliest"},
            {"search", 0, 0, 100000, false, "milliseconds of search a decision, as work on a reference core"},
            {"depth", -1, -1, 400, true,
             "decisions a search plays before NAME-critic.safetensors judges; 0: all; -1: 2 where it is there"},
            {"weigh", 2, 0, 20, true, "last decisions of the opponent that the search weighs worlds by"},
        },
    .file = GIN_CHAMPION_MODEL,
    .open = open_model,
    .close = close_model,
    .choose = choose_action,
    .note = champion_note,
    .remembers = true,
};

const GinChampion *gin_player_champion(const GinPlayer *player) { return gin_player_whole(player, &gin_champion); }
