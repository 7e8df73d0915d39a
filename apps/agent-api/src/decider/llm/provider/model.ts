import type { AIMessage, AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { defined } from "../../../defined.ts";
import type { ConversationMessage, SaidCall, ToolSpec } from "../../conversation.ts";
import { addUsage, withUsage } from "../../metering.ts";
import type { Usage } from "../../port.ts";
import type { AnswerForm } from "../answer/form.ts";
import type { NativeCall } from "../answer/read.ts";
import type { ModelSettings } from "../settings.ts";
import { abilitiesOf } from "./client/abilities.ts";
import { connectTo } from "./client/connect.ts";
import type { CallParameters, Client } from "./client/open.ts";
import { loadClient } from "./client/open.ts";
import type { WebRules } from "./client/web.ts";
import { costOf, parsePrices, priceOf } from "./cost/prices.ts";
import { toLangChain } from "./messages.ts";
import type { ModelMetrics } from "./metrics.ts";
import { noModelMetrics } from "./metrics.ts";
import type { Parameter } from "./parameters.ts";
import { refusedParameter, takesNoPictures } from "./parameters.ts";
import { callsOf, estimateOf, reportedCost, saidCalls, textOf, tokensUsed } from "./reply.ts";
import { withRetries } from "./retry.ts";
import { statusOf, troubleOf } from "./trouble.ts";

/** One reply of a model. `calls` are those with good JSON, `said` are all, as they were written. */
export type ChatReply = {
	readonly text: string;
	readonly calls: readonly NativeCall[];
	readonly said: readonly SaidCall[];
	readonly usage: Usage;
	/** The provider refused pictures in this call or an earlier one, so the prompt had none. */
	readonly isPictureRefused?: true;
};

/**
 * The limits of one answer: `endsAt` is the end of the step (`performance.now()`). `onText` gets the answer while it is written; after a
 * failed attempt its beginning may come twice. `tools` are those that the model may call. `form`: what the answer is like; where the
 * provider has it natively, its JSON is the text of the reply, else the model answers as the prompt says.
 */
export type ChatLimits = {
	readonly outputTokens: number;
	readonly endsAt?: number;
	readonly onText?: (chunk: string) => void;
	readonly tools?: readonly ToolSpec[];
	readonly form?: AnswerForm;
	/** Of this call only; ignored where the temperature is left to the provider. */
	readonly temperature?: number;
};

/** Asks a model; retries are inside. @throws AppError INTERNAL_ERROR with `{ reason, retryable }` */
export type Chat = (messages: readonly ConversationMessage[], limits: ChatLimits, signal: AbortSignal) => Promise<ChatReply>;

/** How a model is reached, the metrics of its calls, and the jitter of retries (0 to 1). */
export type ChatOptions = { readonly web?: WebRules; readonly metrics?: ModelMetrics; readonly random?: () => number };

/**
 * A model behind LangChain's client, whose own retries are off: only `retry.ts` retries. A parameter that the provider refuses is left out
 * of the same call, and of all later ones.
 *
 * @throws SettingError when a certificate that the settings name cannot be read
 */
export function createChat(settings: ModelSettings, { web, metrics = noModelMetrics, random = Math.random }: ChatOptions = {}): Chat {
	const { MODEL_PROVIDER: provider, MODEL_NAME: name = "" } = settings;
	const { streams } = abilitiesOf[provider];
	const price = priceOf(provider, name, parsePrices(settings.MODEL_PRICES ?? "{}") ?? {});
	const refused = new Set<Parameter>();
	const pictures: PictureFacts = { taken: false };
	const loading = loadClient(settings, connectTo(settings, web));
	loading.catch(() => undefined);
	return async (messages, limits, signal) => {
		const { endsAt, onText } = limits;
		const open = await loading;
		const hasPicture = messages.some((message) => "picture" in message && message.picture !== undefined);
		const promptFor = (takesPictures: boolean) => messages.map((message) => toLangChain(message, { provider, takesPictures }));
		let lost: Usage | undefined;
		const attempt = async (ends: AbortSignal) => {
			let received = "";
			const hear = (chunk: string) => {
				received += chunk;
				onText?.(chunk);
			};
			try {
				return await withoutRefused(
					{ refused, settings, limits, pictures: hasPicture ? pictures : undefined },
					async (parameters, sent) => {
						const said = await ask(open(parameters), promptFor(sent.has("picture")), {
							signal: ends,
							isCall: parameters.mustCall === true,
							onText: onText !== undefined && streams ? hear : undefined,
						});
						if (sent.has("picture")) pictures.taken = true;
						return said;
					},
				);
			} catch (cause) {
				if (!isPaid(cause, received)) throw cause;
				const usage = priced({ ...estimateOf(messages, received), calls: 1, lostCalls: 1 });
				metrics.used(usage);
				lost = lost === undefined ? usage : addUsage(lost, usage);
				throw cause;
			}
		};
		const priced = (usage: Usage, reported?: number): Usage => {
			const usd = reported ?? costOf(price, usage);
			return usd === undefined ? usage : { ...usage, usd };
		};
		const reply = await withRetries(
			(ends) => counted({ provider, metrics, signal }, () => attempt(ends)),
			{ timeoutMs: settings.MODEL_TIMEOUT_MS, random, ...defined({ endsAt }) },
			signal,
		).catch((cause: unknown) => {
			throw lost === undefined ? cause : withUsage(cause, lost);
		});
		const heard = { text: textOf(reply), calls: callsOf(reply), said: saidCalls(reply) };
		const formed = limits.form === undefined ? undefined : heard.said.find((call) => call.name === limits.form?.name);
		const answer = formed === undefined ? heard : { text: formed.arguments, calls: [], said: [] };
		const usage = priced({ ...tokensUsed(reply, messages, answer.text), calls: 1 }, reportedCost(reply.response_metadata));
		metrics.used(usage);
		const isPictureRefused = hasPicture && refused.has("picture");
		return { ...answer, usage: lost === undefined ? usage : addUsage(lost, usage), ...(isPictureRefused ? { isPictureRefused } : {}) };
	};
}

type Allowed = {
	readonly refused: Set<Parameter>;
	readonly settings: ModelSettings;
	readonly limits: ChatLimits;
	/** Absent where no message has a picture. */
	readonly pictures: PictureFacts | undefined;
};

/** `taken`: the model took a picture before, so a refusal is of that one picture. */
type PictureFacts = { taken: boolean };

/** Asks with all parameters that were not refused before, and again without each that is refused now. */
async function withoutRefused<Reply>(
	{ refused, settings, limits, pictures }: Allowed,
	ask: (parameters: CallParameters, sent: ReadonlySet<Parameter>) => Promise<Reply>,
): Promise<Reply> {
	let mayHavePicture = pictures !== undefined;
	for (;;) {
		const { parameters, sent: others } = parametersOf(settings, limits, refused);
		const sent: ReadonlySet<Parameter> = mayHavePicture && !refused.has("picture") ? new Set([...others, "picture"]) : others;
		try {
			return await ask(parameters, sent);
		} catch (cause) {
			const parameter = refusedParameter(cause, sent);
			if (parameter === undefined) throw cause;
			if (parameter === "picture") mayHavePicture = false;
			if (parameter !== "picture" || (pictures?.taken === false && takesNoPictures(cause))) refused.add(parameter);
		}
	}
}

function parametersOf(
	{ MODEL_PROVIDER, MODEL_TEMPERATURE, MODEL_REASONING_EFFORT: effort }: ModelSettings,
	{ outputTokens, tools, form, temperature: wanted }: ChatLimits,
	refused: ReadonlySet<Parameter>,
): { readonly parameters: CallParameters; readonly sent: ReadonlySet<Parameter> } {
	const can = abilitiesOf[MODEL_PROVIDER];
	const isCall = form?.kind === "tool" && can.tools && !refused.has("tools");
	const isJson = form?.kind === "json" && can.json && !refused.has("json");
	const own = defined({
		temperature: MODEL_TEMPERATURE === "unset" || refused.has("temperature") ? undefined : (wanted ?? MODEL_TEMPERATURE),
		effort: refused.has("effort") ? undefined : effort,
		maxTokens: refused.has("maxTokens") ? undefined : outputTokens,
	});
	const sent = new Set(Object.keys(own) as Parameter[]);
	if (isCall) sent.add("tools");
	if (isJson) sent.add("json");
	const forms = isCall
		? { tools: [{ name: form.name, description: form.description, parameters: form.schema }], mustCall: true }
		: { ...(isJson ? { json: form.schema } : {}), ...(tools === undefined || tools.length === 0 ? {} : { tools }) };
	return { parameters: { ...own, ...forms }, sent };
}

/** A refused call costs nothing; an interrupted or timed-out call has read the prompt and begun to write. */
function isPaid(cause: unknown, received: string): boolean {
	if (statusOf(cause) !== undefined) return false;
	return received !== "" || troubleOf(cause).reason === "model_timeout";
}

const streamRefusals: ReadonlySet<number | undefined> = new Set([400, 405, 422, 501]);
const anyParameter: ReadonlySet<Parameter> = new Set(["temperature", "effort", "maxTokens", "tools", "json", "picture"]);

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
		if (!streamRefusals.has(statusOf(cause)) || refusedParameter(cause, anyParameter) !== undefined) throw cause;
	}
	return await model.invoke(prompt, { signal });
}

/** Counts the outcome of one attempt; an abort by the caller is no failure of the provider. */
async function counted<Result>(
	{
		provider,
		metrics,
		signal,
	}: { readonly provider: ModelSettings["MODEL_PROVIDER"]; readonly metrics: ModelMetrics; readonly signal: AbortSignal },
	attempt: () => Promise<Result>,
): Promise<Result> {
	if (provider === "rules") return await attempt();
	const startedAt = performance.now();
	try {
		const result = await attempt();
		metrics.called(provider, "ok", performance.now() - startedAt);
		return result;
	} catch (cause) {
		metrics.called(provider, signal.aborted ? "left" : troubleOf(cause).reason, performance.now() - startedAt);
		throw cause;
	}
}
