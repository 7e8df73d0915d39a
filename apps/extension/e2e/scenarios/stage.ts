import type { ChatRequest, ModelReply } from "@webhand/testing/model-server/reply";
import { promptOf } from "@webhand/testing/model-server/reply";
import type { ModelServer } from "@webhand/testing/model-server/server";
import { startModelServer } from "@webhand/testing/model-server/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { CommandInput, RunView } from "../../src/messages.ts";
import type { ExtensionBrowser } from "../browser.ts";
import { startBrowser } from "../browser.ts";
import { runUntil, signIn, switchToAutonomous, tell } from "../panel.ts";
import { startStack } from "../stack.ts";
import type { Site } from "./site.ts";
import { startSite } from "./site.ts";

/** What the model is asked: to decide the next action, to judge the last one, or whether a finish is right. */
export type Ask = {
	readonly kind: "decide" | "judge" | "complete";
	readonly prompt: string;
	/** Page text of the prompt. */
	readonly page: string;
	/** 0 for the first question of this kind in a task. */
	readonly index: number;
};

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
	readonly play: (scene: { readonly page: string; readonly path: string; readonly task: string; readonly mind: Mind }) => Promise<Play>;
	readonly setMode: (mode: "careful" | "autonomous") => Promise<void>;
	/** Kills the service that decides, as it was started first; the stack starts it again. */
	readonly killDecider: () => void;
};

/** Opens the stage for the tests of a file. */
export function useStage(): Stage {
	let model: ModelServer;
	let stack: Awaited<ReturnType<typeof startStack>>;
	let browser: ExtensionBrowser;
	let panel: Page;
	let site: Site;
	// One scenario plays at a time. A judge is told observations only, so nothing in its prompt says which task it is about.
	let part: Part = { mind: () => "fail()", asks: [] };

	beforeAll(async () => {
		[model, site] = await Promise.all([startModelServer({ script: (request) => reply(request, part) }), startSite()]);
		const settings = { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "scripted", MODEL_BASE_URL: model.url, MODEL_API_KEY: "none" };
		// A task that a killed service left is taken up after its lease.
		stack = await startStack({ ...settings, LEASE_MS: "3000" });
		browser = await startBrowser(stack.ready.extensionDir);
		site.put("/start", "<h1>Start</h1>");
		const opened = await browser.open(`${site.url}/start`);
		panel = opened.panel;
		await signIn(panel, stack.ready);
		await tell(panel, "site_grant", { domain: "127.0.0.1", scope: "always" });
	});
	afterAll(async () => {
		await browser?.close();
		await stack?.stop();
		await Promise.all([model?.close(), site?.close()]);
	});

	return {
		site: () => site,
		panel: () => panel,
		killDecider: () => void process.kill(stack.ready.pids["agent-api"] ?? Number.NaN, "SIGKILL"),
		setMode: async (mode) => {
			if (mode === "autonomous") return await switchToAutonomous(panel);
			await panel.getByText("Careful", { exact: true }).click();
			await panel.getByRole("radio", { name: "Careful", checked: true }).waitFor({ state: "attached" });
		},
		play: async ({ page, path, task, mind }) => {
			const asks: Ask[] = [];
			part = { mind, asks };
			site.put(path, page);
			const tab = await browser.context.newPage();
			await tab.goto(`${site.url}${path}`);
			const tabId = await browser.tabIdOf(tab);
			await tell(panel, "run_start", { tabId, query: task });
			const shown = { panel, tabId };
			return {
				site: tab,
				tabId,
				until: (isReached) => runUntil(shown, isReached),
				end: () => runUntil(shown, ({ state }) => state !== "running"),
				resume: async () => void (await tell(panel, "run_resume", { tabId })),
				stop: async () => void (await tell(panel, "run_stop", { tabId })),
				answer: async ({ taskId, question }, given) => {
					if (taskId === null || question === null) throw new Error("nothing is asked");
					await tell(panel, "run_answer", { taskId, questionId: question.id, ...given });
				},
				asks: (kind) => asks.filter((ask) => ask.kind === kind),
			};
		},
	};
}

/** What a model says that finds everything well done. */
const agrees = {
	judge: '{"verdict": "success", "confidence": 0.9, "reason": "It did."}',
	complete: '{"verdict": "complete", "evidence": "the page", "missing": []}',
} as const;

/** For scenarios in which only the decisions matter. */
export const deciding =
	(decide: (ask: Ask) => string | ModelReply): Mind =>
	(ask) =>
		ask.kind === "decide" ? decide(ask) : agrees[ask.kind];

type Part = { readonly mind: Mind; readonly asks: Ask[] };

function reply(request: ChatRequest, { mind, asks }: Part): ModelReply {
	const prompt = promptOf(request);
	const kind = prompt.includes("OBSERVATIONS:") ? "judge" : prompt.includes("PROPOSED ANSWER:") ? "complete" : "decide";
	const page = prompt.slice(Math.max(0, prompt.lastIndexOf("@page 1")));
	const ask: Ask = { kind, prompt, page, index: asks.filter((one) => one.kind === kind).length };
	asks.push(ask);
	const said = mind(ask);
	return typeof said === "string" ? text(said) : said;
}

function text(said: string): ModelReply {
	const isAction = /^[a-zA-Z]+\(/.test(said);
	return { kind: "text", text: isAction ? `<Thought>As the scenario says</Thought><Action>${said}</Action>` : said };
}
