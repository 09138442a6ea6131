-- A store of schema 1: deadwood match simple greedy --games 12 --db FILE, as Deadwood 0.1.0 of November 2026 left it.
PRAGMA application_id = 1148675148; PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE match (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,   -- everything that determines the games: game, rules, players, seed, mode
  created TEXT NOT NULL,      -- UTC
  state TEXT NOT NULL,        -- playing (or killed while it was), interrupted, finished, ...
  entrants INTEGER NOT NULL,  -- players of the match, numbered from 0 in the order the key names them
  group_size INTEGER NOT NULL, -- neighbouring games on the same deals
  tally_names TEXT NOT NULL,  -- JSON array: what game.tallies counts, in the same order
  games INTEGER NOT NULL,     -- rows of game that belong to it, idx 0 to games-1
  checksum INTEGER NOT NULL   -- of key, entrants, group_size and tally_names
);
INSERT INTO "match" VALUES(1,'gin contest | simple | greedy | seed 1 match 0 | duplicate','2026-11-19T20:56:35Z','finished',2,2,'["hands","cancelled","starter_wins","decided","rounds_0","round_points_0","round_points_squared_0","knocks_0","knock_deadwood_0","gins_0","undercuts_0","turns_0","takes_0","timed_decisions_0","nanoseconds_0","illegal_0","resigned_0","crash_0","exit_0","timeout_0","stall_0","garbage_0","handshake_0","rounds_1","round_points_1","round_points_squared_1","knocks_1","knock_deadwood_1","gins_1","undercuts_1","turns_1","takes_1","timed_decisions_1","nanoseconds_1","illegal_1","resigned_1","crash_1","exit_1","timeout_1","stall_1","garbage_1","handshake_1"]',12,4216521426882523527);
CREATE TABLE game (
  match INTEGER NOT NULL REFERENCES match(id),
  idx INTEGER NOT NULL,       -- number of the game in its match, from 0
  winner INTEGER NOT NULL,    -- an entrant, or -1: drawn
  points0 INTEGER NOT NULL,   -- made by entrant 0, and so on; NULL where there is no such entrant
  points1 INTEGER,
  points2 INTEGER,
  points3 INTEGER,
  hash INTEGER NOT NULL,      -- of everything that happened in the game
  tallies TEXT NOT NULL,      -- JSON array, see match.tally_names and the view tally
  checksum INTEGER NOT NULL,  -- of all the columns before
  PRIMARY KEY (match, idx)
) WITHOUT ROWID;
INSERT INTO game VALUES(1,0,0,122,57,NULL,NULL,-5513382447371601493,'[14,0,0,1,10,122,2994,10,65,0,0,76,21,164,5657,0,0,0,0,0,0,0,0,4,57,863,4,16,0,0,72,14,163,8182,0,0,0,0,0,0,0,0]',9094909198560395035);
INSERT INTO game VALUES(1,1,0,108,52,NULL,NULL,86428666002971599,'[8,0,1,1,6,108,2842,6,51,0,0,39,7,0,0,0,0,0,0,0,0,0,0,2,52,2000,2,4,1,0,37,6,0,0,0,0,0,0,0,0,0,0]',6383778465666052421);
INSERT INTO game VALUES(1,2,1,25,146,NULL,NULL,2066067176933566345,'[9,0,0,1,5,25,147,7,47,0,0,62,12,0,0,0,0,0,0,0,0,0,0,4,146,6308,2,6,0,2,59,14,0,0,0,0,0,0,0,0,0,0]',5878877833470115893);
INSERT INTO game VALUES(1,3,0,144,8,NULL,NULL,-5876652880145348831,'[9,0,0,1,8,144,5584,8,40,1,0,62,16,0,0,0,0,0,0,0,0,0,0,1,8,64,1,3,0,0,59,12,0,0,0,0,0,0,0,0,0,0]',-453252011136043620);
INSERT INTO game VALUES(1,4,0,118,93,NULL,NULL,8292041652734191242,'[10,0,1,1,6,118,3246,9,60,1,0,73,11,0,0,0,0,0,0,0,0,0,0,4,93,2199,1,5,0,3,68,11,0,0,0,0,0,0,0,0,0,0]',681911102640413130);
INSERT INTO game VALUES(1,5,0,109,83,NULL,NULL,6150717704032818455,'[12,0,0,1,8,109,2153,9,69,0,0,92,10,0,0,0,0,0,0,0,0,0,0,4,83,2277,3,6,1,1,90,12,0,0,0,0,0,0,0,0,0,0]',9078870264967417565);
INSERT INTO game VALUES(1,6,0,112,6,NULL,NULL,-8153539747181893769,'[8,0,0,1,6,112,2664,6,38,0,0,52,9,0,0,0,0,0,0,0,0,0,0,2,6,20,2,8,0,0,50,8,0,0,0,0,0,0,0,0,0,0]',-1263330308259186854);
INSERT INTO game VALUES(1,7,1,12,128,NULL,NULL,2878016734158024378,'[8,0,0,1,2,12,104,4,26,0,0,48,10,0,0,0,0,0,0,0,0,0,0,6,128,3264,4,12,0,2,48,10,0,0,0,0,0,0,0,0,0,0]',6574880028258783285);
INSERT INTO game VALUES(1,8,1,9,130,NULL,NULL,7782271613271035097,'[7,0,0,1,3,9,41,4,26,0,0,45,9,0,0,0,0,0,0,0,0,0,0,4,130,4454,3,4,2,1,44,16,0,0,0,0,0,0,0,0,0,0]',-7601755890316910859);
INSERT INTO game VALUES(1,9,0,103,0,NULL,NULL,6102424699557864405,'[5,0,0,1,5,103,2641,5,24,1,0,36,10,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,34,3,0,0,0,0,0,0,0,0,0,0]',6274997552030103217);
INSERT INTO game VALUES(1,10,0,101,60,NULL,NULL,-1811819470998074085,'[11,0,1,1,7,101,1843,8,50,0,0,93,14,0,0,0,0,0,0,0,0,0,0,4,60,1052,3,7,0,1,92,12,0,0,0,0,0,0,0,0,0,0]',3083262589486729230);
INSERT INTO game VALUES(1,11,1,95,121,NULL,NULL,3472232028721698997,'[15,0,1,1,10,95,1585,13,102,0,0,122,20,0,0,0,0,0,0,0,0,0,0,5,121,3167,2,3,0,3,113,11,0,0,0,0,0,0,0,0,0,0]',5441848762316246511);
CREATE VIEW tally AS -- one row a game and tally
  SELECT game.match, game.idx, names.value AS name, counts.value AS value
  FROM game JOIN match ON match.id = game.match, json_each(match.tally_names) AS names,
       json_each(game.tallies) AS counts WHERE names.key = counts.key
;
COMMIT;
