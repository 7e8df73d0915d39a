import type { ModelReply } from "@webhand/testing/model-server/reply";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { CommandInput } from "../../src/messages.ts";
import type { RunView } from "../../src/panel-state.ts";
import { idOf } from "../pages/hard-pages.ts";
import { runUntil, sendCommand, switchToAutonomous } from "../panel.ts";
import type { Question } from "../scripted.ts";
import { agrees, useScripted } from "../scripted.ts";
import type { Site } from "./site.ts";
import { startSite } from "./site.ts";

/** What the model is asked; `index` is 0 for the first question of this kind in a task. */
export type Ask = Question & { readonly index: number };

/** A model for one task. A text of the form `click(3)` becomes an answer in Webhand's own tags. */
export type Mind = (ask: Ask) => string | ModelReply;

/** A task in a tab of its own. */
export type Play = {
	readonly site: Page;
	readonly tabId: number;
	readonly until: (isReached: (run: RunView) => boolean) => Promise<RunView>;
	readonly end: () => Promise<RunView>;
	/** Tries again at once, as the panel's button does. */
	readonly resume: () => Promise<void>;
	readonly stop: () => Promise<void>;
	readonly answer: (run: RunView, reply: Pick<CommandInput<"run_answer">, "approved" | "answer" | "done">) => Promise<void>;
	readonly asks: (kind: Ask["kind"]) => readonly Ask[];
};

/** One stack, browser, person and site for all scenarios of a file; each scenario is a page, a sentence and a model that plays its part. */
export type Stage = {
	readonly site: () => Site;
	readonly panel: () => Page;
	/** Puts the page, opens it and starts the task. */
	readonly play: (session: { readonly page: string; readonly path: string; readonly task: string; readonly mind: Mind }) => Promise<Play>;
	readonly setMode: (mode: "careful" | "autonomous") => Promise<void>;
	/** Kills the service that decides, as it was started first; the stack starts it again. */
	readonly killDecider: () => void;
};

/** Opens the stage for the tests of a file. */
export function useStage(): Stage {
	let site: Site;
	// One scenario plays at a time. A judge is told observations only, so nothing in its prompt says which task it is about.
	let part: Part = { mind: () => "fail()", asks: [] };

	beforeAll(async () => {
		site = await startSite();
		site.put("/start", "<h1>Start</h1>");
	});
	const stage = useScripted({
		answer: (question) => answer(question, part),
		first: () => `${site.url}/start`,
		// A task that a killed service left is taken up after its lease.
		settings: { LEASE_MS: "3000" },
	});
	afterAll(() => site?.close());

	return {
		site: () => site,
		panel: () => stage().panel,
		killDecider: () => void process.kill(stage().ready.pids["agent-api"] ?? Number.NaN, "SIGKILL"),
		setMode: async (mode) => {
			const { panel } = stage();
			if (mode === "autonomous") return await switchToAutonomous(panel);
			await panel.getByText("Careful", { exact: true }).click();
			await panel.getByRole("radio", { name: "Careful", checked: true }).waitFor({ state: "attached" });
		},
		play: async ({ page, path, task, mind }) => {
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
				until: (isReached) => runUntil(shown, isReached),
				end: () => runUntil(shown, ({ state }) => state !== "running"),
				resume: async () => void (await sendCommand(panel, "run_resume", { tabId })),
				stop: async () => void (await sendCommand(panel, "run_stop", { tabId })),
				answer: async ({ taskId, question }, given) => {
					if (taskId === null || question === null) throw new Error("nothing is asked");
					await sendCommand(panel, "run_answer", { taskId, questionId: question.id, ...given });
				},
				asks: (kind) => asks.filter((ask) => ask.kind === kind),
			};
		},
	};
}

/** For scenarios in which only the decisions matter. */
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

/** The task waits for the person. */
export const isAsking = (run: RunView) => run.wait?.kind === "user";
/** A model that clicks on a control by its name. */
export const clickOn = (name: string) => (ask: Ask) => `click(${idOf(ask.page, name)})`;
/** The page that the model was shown says so. */
export const has = (ask: Ask, text: string) => ask.page.includes(text);

/** A form that sends. */
export const greeting = `<h1>Guest book</h1><form method="post" action="/guests/send"><label>Name <input name="name"></label>
<button>Send</button></form>`;
