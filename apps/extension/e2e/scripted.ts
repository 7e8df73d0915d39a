import type { ChatRequest, ModelReply } from "@webhand/testing/model-server/reply";
import { promptOf } from "@webhand/testing/model-server/reply";
import type { ModelServer } from "@webhand/testing/model-server/server";
import { startModelServer } from "@webhand/testing/model-server/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { z } from "zod";
import type { BrowserOptions, ExtensionBrowser } from "./browser.ts";
import { startBrowser } from "./browser.ts";
import type { Build } from "./build.ts";
import { buildExtension } from "./build.ts";
import { sendCommand, signIn } from "./panel.ts";
import type { Recorder } from "./recorder.ts";
import { startRecorder } from "./recorder.ts";
import type { Ready } from "./stack.ts";
import { startStack } from "./stack.ts";

/** What a model is asked: the next action, a verdict on the last one, or whether a finish is right. `pictures`: data URLs in its messages. */
export type Question = {
	readonly kind: "decide" | "judge" | "complete";
	readonly prompt: string;
	readonly page: string;
	readonly pictures: readonly string[];
};

/** A stack with a scripted model, a browser, and a signed-in user who allowed 127.0.0.1. `recorder` keeps what the extension received. */
export type Scripted = {
	readonly ready: Ready;
	readonly model: ModelServer;
	readonly browser: ExtensionBrowser;
	readonly panel: Page;
	readonly recorder: Recorder;
};

export type ScriptedOptions = {
	/** A text such as `click(3)` becomes an answer in Webhand's tags. */
	readonly answer: (question: Question) => string | ModelReply | Promise<string | ModelReply>;
	/** Address of the first tab. */
	readonly first: (ready: Ready) => string;
	readonly build?: Build;
	readonly browserOptions?: BrowserOptions;
	/** Further environment of the services. */
	readonly settings?: Readonly<Record<string, string>>;
	/** How many of each service that may have several; requests go to them in turn. */
	readonly replicas?: number;
};

/** A model that agrees with everything. */
export const agrees = {
	judge: '{"verdict": "success", "confidence": 0.9, "reason": "It did."}',
	complete: '{"verdict": "complete", "evidence": "the page", "missing": []}',
} as const;

/** Opens everything before the tests of a file and closes it after them. */
export function useScripted({
	answer,
	first,
	build = "chrome-mv3",
	browserOptions,
	settings = {},
	replicas = 1,
}: ScriptedOptions): () => Scripted {
	// Closes everything in reverse order, even when one close fails.
	const opening = new AsyncDisposableStack();
	let opened: Scripted | undefined;

	beforeAll(async () => {
		// The faults project has no global setup that builds the extension.
		if ((inject("ready") as Ready | undefined) === undefined) await buildExtension(build);
		const model = await startModelServer({
			script: async (request) => {
				const said = await answer(questionOf(request));
				return typeof said === "string" ? asReply(said) : said;
			},
		});
		opening.defer(() => model.close());
		const ofModel = { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "scripted", MODEL_BASE_URL: model.url, MODEL_API_KEY: "none" };
		// The script decides also what the rules could read.
		const { ready, stop } = await startStack({ ...ofModel, MODEL_RULES_FIRST: "false", ...settings }, replicas);
		opening.defer(stop);
		const recorder = await startRecorder(ready.url);
		opening.defer(recorder.close);
		const browser = await startBrowser(ready.extensionDir.replace(/chrome-mv3$/, build), browserOptions);
		opening.defer(browser.close);
		const { panel } = await browser.open(first(ready));
		await signIn(panel, { ...ready, url: recorder.url });
		for (const domain of new Set([first(ready), ready.demoUrl].map((url) => new URL(url).host)))
			await sendCommand(panel, "site_grant", { domain, scope: "always" });
		opened = { ready, model, browser, panel, recorder };
	});
	afterAll(() => opening.disposeAsync());

	return () => {
		if (opened === undefined) throw new Error("the stack has not started");
		return opened;
	};
}

const PicturePart = z.looseObject({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) });

function questionOf(request: ChatRequest): Question {
	const prompt = promptOf(request);
	const parts = request.messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
	const pictures = parts.flatMap((part) => PicturePart.safeParse(part).data?.image_url.url ?? []);
	const kind = prompt.includes("OBSERVATIONS:") ? "judge" : prompt.includes("PROPOSED ANSWER:") ? "complete" : "decide";
	return { kind, prompt, pictures, page: prompt.slice(Math.max(0, prompt.lastIndexOf("@page 1"))) };
}

function asReply(said: string): ModelReply {
	const isAction = /^[a-zA-Z]+\(/.test(said);
	return { kind: "text", text: isAction ? `<Thought>As the script says</Thought><Action>${said}</Action>` : said };
}
