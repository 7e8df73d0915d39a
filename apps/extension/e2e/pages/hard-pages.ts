import { promptOf } from "@webhand/testing/model-server/reply";
import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import type { RunView } from "../../src/panel-state.ts";
import type { BrowserOptions } from "../browser.ts";
import { openWindow, storedToken } from "../browser.ts";
import type { Build } from "../build.ts";
import { runAllowing, sendCommand, storyOf, switchToAutonomous } from "../panel.ts";
import type { Question } from "../scripted.ts";
import { agrees, useScripted } from "../scripted.ts";

/** Where the demo site has its hard pages. */
export const folder = "/zoo/";

/** One action of a script, written from the page text and the prompt: `click("Save")` finds its id. */
export type Move = (page: string, prompt: string) => string | Promise<string>;

type Moves = readonly Move[] | ((site: Page, tabId: number) => readonly Move[]);

/** One stack, browser, user and model for all tests of a file; each test is a tab and a task. */
export function useHardPages(
	build: Build = "chrome-mv3",
	more: Readonly<Record<string, string>> = {},
	browserOptions: BrowserOptions = {},
) {
	const scripts = new Map<string, Move[]>();
	const seats = createSeats(3);
	let count = 0;
	const stage = useScripted({
		answer: (question) => (question.kind === "decide" ? nextMove(scripts, question) : agrees[question.kind]),
		first: ({ demoUrl }) => new URL(`${folder}arrived`, demoUrl).href,
		build,
		settings: more,
		browserOptions,
	});
	beforeAll(() => switchToAutonomous(stage().panel));

	const url = (path: string) => new URL(`${folder}${path}`, stage().ready.demoUrl).href;
	/** Runs work while at most three tasks play. */
	const seated = async <T>(work: () => Promise<T>): Promise<T> => {
		const leave = await seats.take();
		try {
			return await work();
		} finally {
			leave();
		}
	};
	let visits = 0;
	/** Opens a hard page without a task. */
	const open = async (path: string) => {
		const site = await stage().browser.context.newPage();
		// The address tells the tabs apart.
		visits += 1;
		await site.goto(`${url(path)}?visit=${visits}`);
		return { site, tabId: await stage().browser.tabIdOf(site) };
	};
	/** Stores a script. @returns the sentence that plays it */
	const script = (moves: readonly Move[]) => {
		count += 1;
		// Frames and links lead to the same pages under another name, which is a site that the task must name.
		const task = `Hard task ${count} here and on ${new URL(url("")).host.replace("127.0.0.1", "localhost")}.`;
		scripts.set(task, [...moves]);
		return task;
	};
	const start = async (tabId: number, moves: readonly Move[]) => {
		await sendCommand(stage().panel, "run_start", { tabId, query: script(moves) });
	};
	return {
		browser: () => stage().browser,
		panel: () => stage().panel,
		url,
		open,
		start,
		script,
		openPanel: async (tabId: number) => {
			const opened = await stage().browser.context.newPage();
			await opened.setViewportSize({ width: 400, height: 900 });
			await opened.goto(new URL(`/sidepanel.html?tabId=${tabId}`, stage().panel.url()).href);
			return opened;
		},
		openWindow: async (path: string) => {
			visits += 1;
			const site = await openWindow(stage().browser.context, stage().panel, `${url(path)}?visit=${visits}`);
			return { site, tabId: await stage().browser.tabIdOf(site) };
		},
		/** Name and colour of a tab's group. */
		groupOf: (tabId: number) =>
			stage().panel.evaluate(async (id) => {
				const { groupId } = await chrome.tabs.get(id);
				if (groupId === -1) return null;
				// The tab may have left meanwhile, and an empty group is gone.
				const group = await chrome.tabGroups.get(groupId).catch(() => null);
				return group === null ? null : `${group.title} ${group.color}`;
			}, tabId),
		statusOf: async (taskId: string): Promise<unknown> => {
			const token = await storedToken(stage().panel);
			const reply = await fetch(new URL(`/agent/run/${taskId}`, stage().ready.url), { headers: { authorization: `Bearer ${token}` } });
			return (await reply.json()).status;
		},
		/** Sets the browser's zoom of the hard pages, 1 being none. */
		zoom: async (factor: number) => {
			await stage().panel.evaluate(
				async (wanted) => {
					// Chrome keeps one zoom for all pages of a host.
					const tab = (await chrome.tabs.query({})).find(({ url }) => url?.startsWith(wanted.start));
					await chrome.tabs.setZoom(tab?.id ?? -1, wanted.factor);
				},
				{ factor, start: url("") },
			);
		},
		/** Kills a service; the stack starts it again. */
		endService: (name: string) => {
			process.kill(stage().ready.pids[name] ?? Number.NaN, "SIGKILL");
		},
		/** The prompts so far, newest last. */
		prompts: () => stage().model.requests.map(({ body }) => promptOf(body)),
		seated,
		/** Plays the moves in the page, then `finish`; allows what is asked, and waits for the end. */
		play: (path: string, moves: Moves, end: RunView["state"] = "completed") =>
			seated(async () => {
				const { site, tabId } = await open(path);
				await start(tabId, typeof moves === "function" ? moves(site, tabId) : moves);
				try {
					const run = await runAllowing({ panel: stage().panel, tabId });
					expect(run, storyOf(run)).toMatchObject({ state: end });
					return { site, run, tabId, effects: () => effectsOf(site) };
				} finally {
					// A running task would keep its place.
					await sendCommand(stage().panel, "run_stop", { tabId }).catch(() => undefined);
				}
			}),
	};
}

/** Limits the tasks at once: Webhand takes four. */
function createSeats(free: number) {
	const waiting: (() => void)[] = [];
	let left = free;
	return {
		/** @returns a function that gives the seat back */
		take: async (): Promise<() => void> => {
			if (left === 0) await new Promise<void>((resolve) => waiting.push(resolve));
			else left -= 1;
			return () => {
				const next = waiting.shift();
				if (next === undefined) left += 1;
				else next();
			};
		},
	};
}

/** The next move of the script that a prompt names. */
async function nextMove(scripts: ReadonlyMap<string, Move[]>, { page, prompt }: Question): Promise<string> {
	const script = scripts.get(/Hard task \d+ here and on [\w:]+\./.exec(prompt)?.[0] ?? "") ?? [];
	const move = script.shift() ?? (() => 'finish("done")');
	try {
		return await move(page, prompt);
	} catch (error) {
		// Such as a missing control: the failure then stands in the task's story.
		script.length = 0;
		return `fail(${JSON.stringify(String(error).slice(0, 2_000))})`;
	}
}

/** The effects that a hard page recorded. */
export function effectsOf(site: Pick<Page, "evaluate">): Promise<readonly unknown[]> {
	return site.evaluate<readonly unknown[]>("effects");
}

/** The id of the control of this name, quoted or as its content. @throws with the page text */
export function idOf(page: string, name: string): number {
	const plain = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const found = new RegExp(`<[\\w-]+ (\\d+)\\*?[^>\\n]*"${plain}"|<[\\w-]+ (\\d+)\\*?[^>\\n]*>${plain}`).exec(page);
	if (found === null) throw new Error(`no control is called ${name}:\n${page}`);
	return Number(found[1] ?? found[2]);
}

const quoted = (texts: readonly (string | number)[]) => texts.map((text) => `, ${JSON.stringify(text)}`).join("");
const on =
	(action: string) =>
	(name: string, ...more: (string | number)[]): Move =>
	(page) =>
		`${action}(${idOf(page, name)}${quoted(more)})`;

export const click = on("click");
export const fill = on("setValue");
export const choose = on("select");
export const hover = on("hover");
export const upload = on("upload");

/** An action without an element. */
export const act =
	(action: string): Move =>
	() =>
		action;
