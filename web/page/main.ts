// SPDX-License-Identifier: MIT
import { App } from './app';
import { boardScreen } from './coach/board';
import { Drills } from './coach/drills';
import { playing } from './engine';
import { GinTable } from './gin/table';
import { learnScreen } from './coach/guide';
import { HeartsTable } from './hearts/table';
import { homeScreen } from './home';
import { newScreen } from './new';
import { Records, takeFiles } from './records';
import { reviewScreen } from './coach/review';
import { settingsScreen } from './settings';
import { loadSitting, loadTrial, setAside } from './store';

const app = new App(document.getElementById('app')!);

app.onBroken = (game, why): void => setAside(`game-${game}`, JSON.stringify(loadSitting(game)), why);
app.watchTheme();
app.takeFiles = (files): Promise<void> => takeFiles(app, files);

// Files may be dropped onto any screen.
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
    event.preventDefault();
    void app.takeFiles([...(event.dataTransfer?.files ?? [])]);
});

void app.start({
    '': homeScreen,
    'new': newScreen,
    'settings': settingsScreen,
    'review': reviewScreen,
    'records': (owner) => new Records(owner),
    'board': boardScreen,
    'learn': learnScreen,
    'drills': () => new Drills(),
    'trial': (owner) => {
        const sitting = loadTrial();
        return sitting && (sitting.game === 'gin' ? new GinTable(owner, sitting) : new HeartsTable(owner, sitting));
    },
    'gin': (owner) => {
        const sitting = loadSitting('gin');
        return sitting && new GinTable(owner, sitting);
    },
    'hearts': (owner) => {
        const sitting = loadSitting('hearts');
        return sitting && new HeartsTable(owner, sitting);
    },
});

// For tests, and for who wants to ask the engine from the console: deadwood('list').
(globalThis as unknown as { deadwood: unknown }).deadwood = (name: string, ...args: unknown[]): Promise<unknown> => playing().call(name, ...args);
