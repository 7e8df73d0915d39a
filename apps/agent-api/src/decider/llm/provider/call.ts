import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { defined } from "../../../shared/defined.ts";
import type { ConversationMessage, ModelFound, PastCall, PictureMessage, ToolSpec } from "../../port.ts";
import type { AnswerForm } from "../answer/form.ts";
import type { ModelSettings } from "../settings.ts";
import type { HeldForm } from "./client/abilities.ts";
import { abilitiesOf, thinkingRoom, traitsOf, vendorOf } from "./client/abilities.ts";
import type { CallParameters, Client } from "./client/client.ts";
import { connectTo } from "./client/connect.ts";
import { loadClient } from "./client/open.ts";
import type { WebRules } from "./client/web.ts";
import type { Parameter } from "./parameters.ts";
import { createRefusals, forbidsThinking, isFormFailure, refusedParameter, takesNoPictures } from "./parameters.ts";
import { estimateOf, replyEndingOf, saidCalls, showsThinking, textOf } from "./reply.ts";
import { schemaFor } from "./schema.ts";
import { httpStatusOf, saidBy } from "./trouble.ts";

/** What a call asks for: see `ChatLimits`. */
export type CallOptions = {
	readonly outputTokens: number;
	readonly temperature?: number;
	readonly onText?: ((chunk: string) => void) | undefined;
	readonly tools?: readonly ToolSpec[];
	readonly form?: AnswerForm;
	/** The form of the answer, where a test tries one. */
	readonly heldBy?: HeldForm;
	/** Hears of a reply that is paid for and asked for again. */
	readonly onLost?: (reply: AIMessage | AIMessageChunk) => void;
	/** An answer was cut off: this one gets more room, or less thinking. */
	readonly isSecond?: boolean;
};

/** A model at its provider, with what was found out about it. */
export type ModelCaller = {
	readonly call: (
		messages: readonly ConversationMessage[],
		wish: CallOptions,
		signal: AbortSignal,
	) => Promise<{ readonly reply: AIMessage | AIMessageChunk; readonly isPictureRefused: boolean; readonly ms: number }>;
	/** How the provider holds the model to an answer now; undefined where it does not. */
	readonly heldBy: () => HeldForm | undefined;
	/** Notes whether a form held in a test. */
	readonly noteForm: (form: HeldForm, isHeld: boolean) => void;
	/** True where a cut-off answer may come whole the second time: a model that thinks gets more room, or thinks less. */
	readonly hasMoreRoom: () => boolean;
};

/** The next step down; `auto`: nobody chose. */
const lesser = { none: "none", minimal: "none", low: "minimal", medium: "low", high: "medium", auto: "low" } as const;

/**
 * Opens a model behind LangChain's client. A parameter that the provider refuses is left out of the same call, and of later ones for an
 * hour; a form that failed for one reply is left out of the same call alone.
 *
 * @throws SettingError when a certificate that the settings name cannot be read
 */
export function createCaller(
	settings: ModelSettings,
	{ web, answersIn, elapsed }: { readonly web?: WebRules; readonly answersIn?: ModelFound["answersIn"]; readonly elapsed?: () => number },
): ModelCaller {
	const { MODEL_PROVIDER: provider, MODEL_NAME: name = "", MODEL_REASONING_EFFORT: effort } = settings;
	const { streams, forms, isTested, keywords } = abilitiesOf[provider];
	const traits = traitsOf(provider, name);
	const refused = createRefusals(elapsed);
	const pictures = { taken: false };
	let wasTested = isTested !== true || answersIn !== undefined;
	// The earlier test found no form: that, too, has an end.
	if (isTested === true && answersIn === "tags") for (const form of forms) refused.add(form);
	let thinks = traits.thinks;
	const loading = loadClient(settings, connectTo(settings, web));
	loading.catch(() => undefined);

	const heldBy = () => (wasTested ? forms.find((form) => !refused.has(form)) : undefined);
	const temperatureOf = ({ temperature }: CallOptions) => {
		const { MODEL_TEMPERATURE: chosen } = settings;
		if (chosen === "unset" || refused.has("temperature")) return undefined;
		if (chosen === undefined && traits.ownTemperature) return undefined;
		return temperature ?? chosen ?? 0;
	};
	const mayThink = () => effort !== "none" && (thinks || effort !== undefined);
	/** Thinking counts: the limit of an answer lies above it, and within the context. */
	const maxTokensOf = ({ outputTokens, isSecond }: CallOptions, promptTokens: number) => {
		if (settings.MODEL_MAX_OUTPUT_TOKENS !== undefined) return outputTokens;
		const room = mayThink() ? thinkingRoom[effort ?? "auto"] : 0;
		const free = settings.MODEL_CONTEXT_TOKENS - promptTokens;
		return Math.max(outputTokens, Math.min((outputTokens + room) * (isSecond === true ? 4 : 1), free));
	};
	const formOf = ({ name, description, schema }: AnswerForm, held: HeldForm): CallParameters =>
		held === "schema"
			? { json: { name, schema: schemaFor(keywords, schema) } }
			: { tools: [{ name, description, parameters: schema }], mustCall: !refused.has("toolChoice") };
	const parametersOf = (wish: CallOptions, promptTokens: number, leftOut: ReadonlySet<HeldForm>) => {
		const { form, tools = [] } = wish;
		const held = wish.heldBy ?? heldBy();
		const isHeld = form !== undefined && held !== undefined && !leftOut.has(held);
		const less = wish.isSecond === true && settings.MODEL_MAX_OUTPUT_TOKENS !== undefined ? lesser[effort ?? "auto"] : effort;
		const thinking = refused.has("toolsBesideThinking") && (tools.length > 0 || (isHeld && held === "tool")) ? "none" : less;
		const own = defined({
			temperature: temperatureOf(wish),
			effort: refused.has("effort") ? undefined : thinking,
			maxTokens: refused.has("maxTokens") ? undefined : maxTokensOf(wish, promptTokens),
		});
		const sent = new Set(Object.keys(own) as Parameter[]);
		const answer = isHeld ? formOf(form, held) : tools.length > 0 ? { tools, isCached: marksCache(settings) } : {};
		if (isHeld) sent.add(held);
		if ("mustCall" in answer && answer.mustCall === true) sent.add("toolChoice");
		return { parameters: { ...own, ...answer }, sent, held: isHeld ? held : undefined };
	};

	return {
		heldBy,
		noteForm: (form, isHeld) => {
			wasTested = true;
			if (isHeld) refused.drop(form);
			else refused.add(form);
		},
		hasMoreRoom: () => mayThink() && (settings.MODEL_MAX_OUTPUT_TOKENS === undefined || !refused.has("effort")),
		call: async (messages, wish, signal) => {
			const open = await loading;
			const { promptTokens } = estimateOf(messages, "");
			const hasPicture = messages.some((message) => "picture" in message && message.picture !== undefined);
			const leftOut = new Set<HeldForm>();
			let mayHavePicture = hasPicture;
			let isWarned = false;
			for (;;) {
				const { parameters, sent, held } = parametersOf(wish, promptTokens, leftOut);
				const takesPictures = mayHavePicture && !refused.has("picture");
				if (takesPictures) sent.add("picture");
				const prompt = messages.map((message) => toLangChain(message, { settings, takesPictures }));
				const startedAt = performance.now();
				try {
					const onText = streams ? wish.onText : undefined;
					const reply = await ask(open(parameters, signal), prompt, { signal, isCall: held === "tool", onText });
					if (takesPictures) pictures.taken = true;
					thinks ||= showsThinking(reply);
					const isMalformed = replyEndingOf(reply) === "malformed" && held !== undefined;
					if (!isMalformed) return { reply, isPictureRefused: hasPicture && refused.has("picture"), ms: performance.now() - startedAt };
					wish.onLost?.(reply);
					leftOut.add(held);
				} catch (cause) {
					if (held !== undefined && isFormFailure(cause)) {
						leftOut.add(held);
						continue;
					}
					if (forbidsThinking(cause) && !isWarned) {
						isWarned = true;
						refused.add("toolsBesideThinking");
						continue;
					}
					const parameter = refusedParameter(cause, sent);
					if (parameter === undefined) throw cause;
					if (parameter === "picture") mayHavePicture = false;
					if (parameter !== "picture" || (!pictures.taken && takesNoPictures(cause))) refused.add(parameter);
					// A test asks for one form: without it, it has its answer.
					if (parameter === wish.heldBy) leftOut.add(wish.heldBy);
				}
			}
		},
	};
}

const streamRefusals: ReadonlySet<number | undefined> = new Set([400, 405, 422, 501]);

/** `isCall`: the answer is a tool call, whose arguments are what is heard. */
type Asking = { readonly signal: AbortSignal; readonly isCall: boolean; readonly onText: ((chunk: string) => void) | undefined };

async function ask(model: Client, prompt: BaseMessage[], { signal, isCall, onText }: Asking): Promise<AIMessage | AIMessageChunk> {
	if (onText === undefined) return await model.invoke(prompt, { signal });
	try {
		let whole: AIMessageChunk | undefined;
		for await (const chunk of await model.stream(prompt, { signal })) {
			whole = whole === undefined ? chunk : whole.concat(chunk);
			const text = isCall
				? saidCalls(chunk)
						.map(({ arguments: piece }) => piece)
						.join("")
				: textOf(chunk);
			if (text !== "") onText(text);
		}
		if (whole !== undefined) return whole;
	} catch (cause) {
		const isOfStream = saidBy(cause).some((text) => /\bstream/i.test(text));
		if (!isOfStream || !streamRefusals.has(httpStatusOf(cause))) throw cause;
	}
	return await model.invoke(prompt, { signal });
}

/** Replaces a picture that the provider refuses. */
const unseen = "PICTURE: there is none, the model takes no pictures. Do not ask for one again.";

/** The model that messages are written for, and whether it takes their pictures. */
type MessageForm = { readonly settings: ModelSettings; readonly takesPictures: boolean };

/** True where a prompt is cached only up to a mark: Claude, also through OpenRouter ("Prompt caching", docs.anthropic.com, openrouter.ai). */
function marksCache({ MODEL_PROVIDER: provider, MODEL_NAME: name = "" }: ModelSettings): boolean {
	return vendorOf(provider, name).vendor === "anthropic";
}

/** A message as LangChain's client of a provider takes it. The mark of the cache stands behind the system's text, the same in all steps. */
function toLangChain(message: ConversationMessage, { settings, takesPictures }: MessageForm) {
	const { role, content } = message;
	switch (role) {
		case "system":
			return new SystemMessage(marksCache(settings) ? { content: [cachedText(content)] } : content);
		case "user":
			return new HumanMessage(message.picture === undefined ? content : withPicture(content, message.picture, takesPictures));
		case "tool":
			return new ToolMessage({ content, tool_call_id: message.callId });
		case "assistant":
			return new AIMessage({
				content,
				tool_calls: (message.calls ?? []).map(toToolCall),
				// Without it Google's client leaves the calls out, and only their results remain.
				...(settings.MODEL_PROVIDER === "google" ? { response_metadata: { output_version: "v1" } } : {}),
			});
	}
}

function cachedText(text: string) {
	return { type: "text" as const, text, cache_control: { type: "ephemeral" as const } };
}

/** The one form of a picture that the clients of all providers take. */
function withPicture(content: string, { jpeg, note }: PictureMessage, takesPictures: boolean) {
	if (!takesPictures) return `${content}\n\n${unseen}`;
	return [
		{ type: "text" as const, text: `${content}\n\n${note}` },
		{ type: "image_url" as const, image_url: { url: `data:image/jpeg;base64,${jpeg}` } },
	];
}

/** Providers refuse broken JSON in a prompt; what was wrong stands in the call's result. */
function toToolCall({ id, name, arguments: text }: PastCall) {
	const args = parsedOf(text);
	return {
		id,
		name,
		args: typeof args === "object" && args !== null && !Array.isArray(args) ? { ...args } : {},
		type: "tool_call" as const,
	};
}

function parsedOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
