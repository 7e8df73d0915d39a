import type { ModelReply } from "@webhand/testing/model-server/reply";
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

type Scenario = { readonly page: string; readonly path: string; readonly task: string; readonly mind: Mind };

/** One stack, browser, user and site for all scenarios of a file; a scenario is a page, a task and a model. */
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
		settings: { LEASE_MS: "3000" },
	});
	afterAll(() => site?.close());

	/** Serves the page, opens it and starts the task. */
	const play = async ({ page, path, task, mind }: Scenario) => {
		const { browser, panel } = stage();
		const asks: Ask[] = [];
		part = { mind, asks };
		site.put(path, page);
		const tab = await browser.context.newPage();
		await tab.goto(`${site.url}${path}`);
		const tabId = await browser.tabIdOf(tab);
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
		/** Plays a scenario until its task has ended in this way. */
		playToEnd: async (scene: Scenario, end: object = { state: "completed" }) => {
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

export const greeting = `<h1>Guest book</h1><form method="post" action="/guests/send"><label>Name <input name="name"></label>
<button>Send</button></form>`;
