import type { ModelReply } from "@webhand/testing/model-server/reply";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import type { CommandInput } from "../../src/messages.ts";
import type { RunView } from "../../src/panel-state.ts";
import { idOf } from "../pages/hard-pages.ts";
import { runUntil, sendCommand, storyOf, switchToAutonomous, switchToCareful } from "../panel.ts";
import type { Question } from "../scripted.ts";
import { agrees, useScripted } from "../scripted.ts";
import type { Site } from "./site.ts";
import { startSite } from "./site.ts";

/** `index` is 0 for the first question of this kind in a task. */
export type Ask = Question & { readonly index: number };

/** A model for one task. A text such as `click(3)` becomes an answer in Webhand's tags. */
export type Mind = (ask: Ask) => string | ModelReply;

/**
 * A page, a task and a model. `others`: further pages by path; `answer`, `solve`, `repair`: what a person does who is asked, who takes over,
 * or whose task waits for a model that fails.
 */
export type Scene = {
	readonly page: string;
	readonly path: string;
	readonly task: string;
	readonly mind: Mind;
	readonly others?: Readonly<Record<string, string>>;
	readonly answer?: string;
	readonly solve?: (site: Page) => Promise<void>;
	readonly repair?: () => void;
	/** Another tab is in front of the task's. */
	readonly isBehind?: boolean;
};

/** One stack, browser, user and site for all scenes of a file. */
export function useStage() {
	let site: Site;
	// One scenario plays at a time: a judge's prompt does not name its task.
	let part: Part = { mind: () => "fail()", asks: [] };

	beforeAll(async () => {
		site = await startSite();
		site.put("/start", "<h1>Start</h1>");
	});
	const stage = useScripted({
		answer: (question) => answer(question, part),
		first: () => `${site.url}/start`,
		// A task of a killed service resumes after its lease.
		settings: { LEASE_MS: "3000", MODEL_VISION: "true" },
	});
	afterAll(() => site?.close());

	/** Serves the page, opens it and starts the task. */
	const play = async ({ page, path, task, mind, others = {}, isBehind = false }: Scene) => {
		const { browser, panel } = stage();
		const asks: Ask[] = [];
		part = { mind, asks };
		for (const [at, body] of Object.entries({ ...others, [path]: page })) site.put(at, body);
		const tab = await browser.context.newPage();
		await tab.goto(`${site.url}${path}`);
		const tabId = await browser.tabIdOf(tab);
		if (isBehind) await browser.context.newPage();
		await sendCommand(panel, "run_start", { tabId, query: task });
		const shown = { panel, tabId };
		return {
			site: tab,
			tabId,
			until: (isReached: (run: RunView) => boolean) => runUntil(shown, isReached),
			end: () => runUntil(shown, ({ state }) => state !== "running"),
			/** Tries again at once, as the panel's button does. */
			resume: async () => void (await sendCommand(panel, "run_resume", { tabId })),
			stop: async () => void (await sendCommand(panel, "run_stop", { tabId })),
			answer: async ({ taskId, question }: RunView, given: Pick<CommandInput<"run_answer">, "approved" | "answer" | "done">) => {
				if (taskId === null || question === null) throw new Error("nothing is asked");
				await sendCommand(panel, "run_answer", { taskId, questionId: question.id, ...given });
			},
			asks: (kind: Ask["kind"]) => asks.filter((ask) => ask.kind === kind),
		};
	};
	return {
		site: () => site,
		panel: () => stage().panel,
		/** Kills agent-api; the stack restarts it. */
		killDecider: () => void process.kill(stage().ready.pids["agent-api"] ?? Number.NaN, "SIGKILL"),
		setMode: async (mode: "careful" | "autonomous") => {
			const { panel } = stage();
			if (mode === "autonomous") return await switchToAutonomous(panel);
			await switchToCareful(panel);
		},
		play,
		/** Plays a scene with a person who says yes to everything. @returns what they were asked, in order */
		playSayingYes: async (scene: Scene) => {
			const { site: tab, tabId } = await play(scene);
			return await sayYes({ panel: stage().panel, tabId, site: tab }, scene);
		},
		/** Plays a scene until its task has ended in this way. */
		playToEnd: async (scene: Scene, end: object = { state: "completed" }) => {
			const played = await play(scene);
			const run = await played.end();
			expect(run, storyOf(run)).toMatchObject(end);
			return { ...played, run };
		},
	};
}

/** A model that only decides and agrees with every judgement. */
export const deciding =
	(decide: (ask: Ask) => string | ModelReply): Mind =>
	(ask) =>
		ask.kind === "decide" ? decide(ask) : agrees[ask.kind];

/** Says yes to everything until the task ends. @returns the questions, in order */
export async function sayYes(
	shown: { readonly panel: Page; readonly tabId: number; readonly site: Page },
	person: Pick<Scene, "answer" | "solve" | "repair">,
): Promise<readonly string[]> {
	const { panel, tabId } = shown;
	const asked: string[] = [];
	if (person.repair !== undefined) {
		await runUntil(shown, ({ wait }) => wait !== null && wait.kind !== "user");
		person.repair();
		await sendCommand(panel, "run_resume", { tabId });
	}
	for (;;) {
		const run = await runUntil(shown, (now) => now.state !== "running" || isAsking(now));
		if (run.state !== "running") return asked;
		const { taskId, question } = run;
		if (taskId === null || question === null) throw new Error("nothing is asked");
		asked.push(question.text);
		if (question.kind === "handoff") await person.solve?.(shown.site);
		await sendCommand(panel, "run_answer", { taskId, questionId: question.id, ...yesTo(question.kind, person) });
		await runUntil(shown, (now) => now.question?.id !== question.id);
	}
}

function yesTo(kind: "input" | "approval" | "handoff", { answer = "Yes" }: Pick<Scene, "answer">) {
	if (kind === "approval") return { approved: true };
	return kind === "handoff" ? ({ done: true } as const) : { answer };
}

type Part = { readonly mind: Mind; readonly asks: Ask[] };

function answer(question: Question, { mind, asks }: Part): string | ModelReply {
	const ask: Ask = { ...question, index: asks.filter(({ kind }) => kind === question.kind).length };
	asks.push(ask);
	return mind(ask);
}

export const isAsking = (run: RunView) => run.wait?.kind === "user";
/** A model that clicks a control by its name. */
export const clickOn = (name: string) => (ask: Ask) => `click(${idOf(ask.page, name)})`;
export const has = (ask: Ask, text: string) => ask.page.includes(text);
