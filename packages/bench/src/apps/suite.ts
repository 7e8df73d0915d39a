import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ChatRequest, ModelReply } from "@webhand/testing/model-server/reply";
import { promptOf } from "@webhand/testing/model-server/reply";
import { startModelServer } from "@webhand/testing/model-server/server";
import type { Page } from "playwright-core";
import { openTestStack } from "../miniwob/stage/test-stack.ts";
import { judge } from "../real-model/outcome.ts";
import type { State } from "../real-model/site/state.ts";
import type { Row } from "../report.ts";
import { applications } from "./applications/all.ts";
import type { AppList, Application, AppOrder } from "./applications/application.ts";
import { orderOfList } from "./applications/application.ts";
import type { Installed, Served } from "./applications/serve.ts";
import { install } from "./applications/serve.ts";
import type { AppsPlan, Decider } from "./plan.ts";
import { playInExtension } from "./play/extension.ts";
import { playAsRoutine } from "./play/list.ts";
import { openPeer } from "./play/peer.ts";
import type { Played, Run } from "./play/played.ts";
import { addTo, has, readResults } from "./results.ts";
import type { Player } from "./scripted/player.ts";
import { createPlayer } from "./scripted/player.ts";
import { browserUse } from "./scripted/tools/browser-use.ts";
import { pageAgent } from "./scripted/tools/page-agent.ts";
import { webhand } from "./scripted/tools/webhand.ts";
import { lineOf, rowsOf, tableOf } from "./table.ts";

const limitMs = 90_000;
const listLimitMs = 300_000;
const settleMs = 500;

type Print = (line: string) => void;
type Environment = Readonly<Record<string, string | undefined>>;

/** A tool that is ready to play. `play` finds the tab on the page where the order is said. */
type Stage = {
	readonly tab: () => Page;
	readonly play: (order: AppOrder) => Promise<Run>;
	/** Plays a list as a routine; absent where a tool has none, and `play` gets it as one order. */
	readonly playList?: (list: AppList, url: string) => Promise<Run>;
	readonly close: () => Promise<void>;
};

/**
 * Plays the orders in real applications with each decider.
 *
 * @returns the rows; a decider or an application that cannot be had is missing in them, with the reason printed
 */
export async function measureApps(plan: AppsPlan, environment: Environment, print: Print): Promise<readonly Row[]> {
	let results = plan.results === null ? [] : readResults(plan.results);
	const isLeft = (decider: Decider, { name }: Application, order: AppOrder) =>
		(order.kind === "impossible" || !isCareless(decider)) &&
		(plan.orders?.includes(order.name) ?? true) &&
		!has(results, decider, { application: name, order: order.name });
	const installed = new Map<string, Installed | undefined>();
	try {
		for (const decider of plan.deciders) {
			const left = applications.filter((one) => plan.apps.includes(one.name) && ordersOf(one).some((order) => isLeft(decider, one, order)));
			for (const one of left) if (!installed.has(one.name)) installed.set(one.name, await installOrTell(one, print));
			const ready = left.flatMap(({ name }) => installed.get(name) ?? []);
			if (ready.length === 0) continue;
			const stage = await openStage(decider, plan, environment).catch((cause: unknown) =>
				print(`${decider}: not run (${messageOf(cause)})`),
			);
			if (stage === undefined) continue;
			const note = (played: Played) => {
				print(`${decider}: ${lineOf(played)}`);
				const result = { decider, played };
				results = plan.results === null ? [...results, result] : addTo(plan.results, result);
			};
			try {
				await playAll({ installed: ready, stage, isLeft: (one, order) => isLeft(decider, one, order) }, note, print);
			} finally {
				await stage.close();
			}
		}
	} finally {
		for (const one of installed.values()) await one?.close();
	}
	print(tableOf(results));
	return rowsOf(results);
}

async function installOrTell(application: Application, print: Print): Promise<Installed | undefined> {
	return await install(application).catch((cause: unknown) => {
		print(`${application.name}: not run (${messageOf(cause)})`);
		return undefined;
	});
}

function ordersOf({ orders, list }: Application): readonly AppOrder[] {
	return list === undefined ? orders : [...orders, orderOfList(list)];
}

type Game = {
	readonly installed: readonly Installed[];
	readonly stage: Stage;
	readonly isLeft: (application: Application, order: AppOrder) => boolean;
};

/** Plays one order after another. One that cannot be played is told and left out. */
async function playAll({ installed, stage, isLeft }: Game, note: (played: Played) => void, print: Print): Promise<void> {
	for (const { application, serve } of installed) {
		for (const order of ordersOf(application).filter((one) => isLeft(application, one))) {
			const served = await serve(order.mode);
			try {
				note(await playOrder({ application, served, stage }, order));
			} catch (cause) {
				print(`${application.name}, ${order.name}: not played (${messageOf(cause)})`);
			} finally {
				await stage.tab().goto("about:blank");
				await served.close();
			}
		}
	}
}

type Place = { readonly application: Application; readonly served: Served; readonly stage: Stage };

async function playOrder({ application, served, stage }: Place, order: AppOrder): Promise<Played> {
	await application.signIn?.(stage.tab(), served.url);
	await stage.tab().goto(served.url + order.start);
	const before = served.read();
	const { list } = application;
	const isRoutine = order.kind === "list" && list !== undefined && stage.playList !== undefined;
	const run = isRoutine ? await stage.playList(list, served.url) : await stage.play(order);
	// The application may still write what was sent to it.
	await pause(settleMs);
	const after = withGone(before, served.read());
	const end = { over: run.ending !== "late", isCompleted: run.ending === "done", answer: null, before, after };
	return { ...run, ...judge(order, end), application: application.name, order: { name: order.name, kind: order.kind } };
}

async function openStage(decider: Decider, { transcript }: AppsPlan, environment: Environment): Promise<Stage> {
	switch (decider) {
		case "rules":
			return await openWebhand({ MODEL_PROVIDER: "rules" }, { asRoutine: true });
		case "scripted":
		case "scripted, careless": {
			const player = createPlayer({ isCareless: isCareless(decider) });
			const model = await startModelServer({ script: (request) => noted(player, request, transcript) });
			const settings = {
				MODEL_PROVIDER: "openai-compatible",
				MODEL_NAME: "scripted",
				MODEL_BASE_URL: model.url,
				MODEL_API_KEY: "none",
				MODEL_RULES_FIRST: "false",
			};
			const stage = await openWebhand(settings, { player });
			return { ...stage, close: async () => void (await Promise.all([stage.close(), model.close()])) };
		}
		case "model": {
			const settings = Object.fromEntries(
				Object.entries(environment).flatMap(([key, value]) =>
					/^(?:MODEL|GIGACHAT)_/.test(key) && value !== undefined ? [[key, value]] : [],
				),
			);
			if ((settings["MODEL_PROVIDER"] ?? "rules") === "rules") throw new Error("no MODEL_PROVIDER is set");
			return await openWebhand(settings, {});
		}
		case "browser-use":
		case "browser-use, careless":
			return await openPeerStage("browser-use", { isCareless: isCareless(decider), transcript });
		case "page-agent":
		case "page-agent, careless":
			return await openPeerStage("page-agent", { isCareless: isCareless(decider), transcript });
	}
}

const isCareless = (decider: Decider): boolean => decider.endsWith(", careless");

type Given = { readonly isCareless: boolean; readonly transcript: string | null };

async function openPeerStage(name: "browser-use" | "page-agent", { isCareless: careless, transcript }: Given): Promise<Stage> {
	const peer = await openPeer(name);
	const player = createPlayer({ isCareless: careless });
	const model = await startModelServer({ script: (request) => noted(player, request, transcript) });
	return {
		tab: peer.tab,
		play: async ({ says, moves, kind }) => {
			player.begin(moves, name === "browser-use" ? browserUse : pageAgent);
			const run = await peer.play({ says, modelUrl: model.url, limitMs: kind === "list" ? listLimitMs : limitMs });
			const { prompt, completion } = player.spent();
			return { ...run, tokens: prompt + completion, dollars: null };
		},
		close: async () => void (await Promise.all([peer.close(), model.close()])),
	};
}

function noted(player: Player, request: ChatRequest, transcript: string | null): ModelReply {
	const reply = player.answer(request);
	if (transcript !== null) appendFileSync(transcript, `${JSON.stringify({ prompt: promptOf(request), reply })}\n`);
	return reply;
}

type Ways = { readonly player?: Player; readonly asRoutine?: boolean };

async function openWebhand(settings: Readonly<Record<string, string>>, { player, asRoutine = false }: Ways): Promise<Stage> {
	const stack = await openTestStack(settings);
	return {
		tab: () => stack.tab,
		play: async ({ says, moves, kind }) => {
			player?.begin(moves, webhand);
			return await playInExtension(stack, says, kind === "list" ? listLimitMs : limitMs);
		},
		...(asRoutine ? { playList: (list: AppList, url: string) => playAsRoutine(stack, list, url) } : {}),
		close: stack.close,
	};
}

/** A record that is not there any more is said to be gone. */
function withGone(before: State, after: State): State {
	return { ...Object.fromEntries(Object.keys(before).map((key) => [key, "gone"])), ...after };
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
