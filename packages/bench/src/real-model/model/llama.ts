import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The part of `node-llama-cpp` that is used. The package is fetched on demand, so its own types are not at hand. */
type Library = {
	readonly getLlama: (options: object) => Promise<Llama>;
	readonly LlamaCompletion: new (options: {
		readonly contextSequence: Sequence;
	}) => {
		readonly generateCompletionWithMeta: (
			input: readonly number[],
			options: object,
		) => Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>;
	};
};
/** What the model has read: `nextTokenIndex` tokens. */
type Sequence = {
	readonly nextTokenIndex: number;
	readonly contextTokens: readonly number[];
	readonly adaptStateToTokens: (tokens: readonly number[], allowShift: boolean) => Promise<void>;
	readonly evaluateWithoutGeneratingNewTokens: (tokens: readonly number[]) => Promise<void>;
};
type Grammar = object;
type Llama = {
	readonly loadModel: (options: object) => Promise<LlamaModel>;
	readonly createGrammarForJsonSchema: (schema: object) => Promise<Grammar>;
	readonly getGrammarFor: (type: "json") => Promise<Grammar>;
};
type LlamaModel = {
	readonly tokens: { readonly bos: number | null; readonly shouldPrependBosToken: boolean };
	readonly tokenize: (text: string, specialTokens: boolean) => number[];
	readonly createContext: (options: object) => Promise<{ readonly getSequence: () => Sequence }>;
	readonly fileInfo: {
		readonly metadata: { readonly general: { readonly architecture: string }; readonly tokenizer?: { readonly chat_template?: string } };
	};
};
type Templates = {
	readonly Template: new (source: string) => { readonly render: (values: object) => string };
};

/** One message of a chat. */
export type ChatMessage = { readonly role: string; readonly content: string };

/** What a chat completion asks for. `schema`: the answer follows this JSON schema; `"json"`: it is any JSON. */
export type Generation = {
	readonly messages: readonly ChatMessage[];
	readonly maxTokens: number;
	readonly temperature: number;
	readonly seed: number | undefined;
	readonly stop: readonly string[];
	readonly schema: object | "json" | undefined;
	readonly onText?: (text: string) => void;
};

/** A finished answer; `length` if it was cut off. */
export type Generated = {
	readonly text: string;
	readonly finish: "stop" | "length";
	readonly promptTokens: number;
	readonly completionTokens: number;
};

/** The prompt leaves no room for an answer. */
export class PromptTooLong extends Error {}

/** A loaded model. It answers one request at a time, in the order of arrival, and reuses what it has read of the newest prompts. */
export type Model = { readonly generate: (wanted: Generation, signal: AbortSignal) => Promise<Generated> };

// Between two batches the reading of a prompt can be ended.
const batchSize = 128;
/** Decisions and checks have prompts of different kinds; the newest one of each stays read. */
const keptPrompts = 3;

// As llama.cpp's own server samples. Nothing of a prompt is cut off to make room.
const sampling = { repeatPenalty: false, topK: 40, topP: 0.95, minP: 0.05, contextShiftSize: 1 };

/**
 * Loads weights into llama.cpp, on the CPU.
 *
 * @param options `runtime`: the folder with `node_modules/node-llama-cpp`; `contextTokens`: for prompt and answer together
 */
export async function loadModel(options: {
	readonly runtime: string;
	readonly weights: string;
	readonly contextTokens: number;
	readonly threads: number;
}): Promise<Model> {
	const { contextTokens, threads } = options;
	const entry = join(options.runtime, "node_modules", "node-llama-cpp", "dist", "index.js");
	const library = (await import(pathToFileURL(entry).href)) as Library;
	const { Template } = createRequire(entry)("@huggingface/jinja") as Templates;
	const llama = await library.getLlama({ gpu: false, build: "never", skipDownload: true, maxThreads: threads, logLevel: "error" });
	const model = await llama.loadModel({ modelPath: options.weights, gpuLayers: 0 });
	const template = new Template(templateOf(model));
	const context = await model.createContext({ contextSize: contextTokens, sequences: keptPrompts, threads, batchSize });
	const slots = Array.from({ length: keptPrompts }, () => {
		const sequence = context.getSequence();
		return { sequence, completion: new library.LlamaCompletion({ contextSequence: sequence }) };
	});
	const { bos, shouldPrependBosToken } = model.tokens;
	const start = shouldPrependBosToken && bos !== null ? [bos] : [];

	/** Reads a prompt but its last token, from where it differs from a prompt read before. What was read stays when it is aborted. */
	async function read(tokens: readonly number[], signal: AbortSignal): Promise<(typeof slots)[number]> {
		const prompt = [...start, ...tokens].slice(0, -1);
		const isKnown = ({ contextTokens: read }: Sequence) => 2 * commonLength(read, prompt) > Math.min(read.length, prompt.length);
		const known = slots.find(({ sequence }) => isKnown(sequence)) ?? slots.at(-1);
		if (known === undefined) throw new Error("the context has no sequence");
		slots.splice(slots.indexOf(known), 1);
		slots.unshift(known);
		const { sequence } = known;
		await sequence.adaptStateToTokens(prompt, false);
		while (sequence.nextTokenIndex < prompt.length) {
			signal.throwIfAborted();
			await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(sequence.nextTokenIndex, sequence.nextTokenIndex + batchSize));
		}
		return known;
	}

	async function answer(wanted: Generation, signal: AbortSignal): Promise<Generated> {
		signal.throwIfAborted();
		// The library puts the first token of a sequence there itself.
		const prompt = template.render({ messages: wanted.messages, add_generation_prompt: true, bos_token: "", eos_token: "" });
		const tokens = model.tokenize(prompt, true);
		const room = contextTokens - tokens.length - 2;
		if (room < 1) throw new PromptTooLong(`This model's context is ${contextTokens} tokens; the prompt has ${tokens.length}.`);
		const { completion } = await read(tokens, signal);
		let completionTokens = 0;
		const { response, metadata } = await completion.generateCompletionWithMeta(tokens, {
			...sampling,
			signal,
			maxTokens: Math.min(wanted.maxTokens, room),
			temperature: wanted.temperature,
			seed: wanted.seed,
			...(wanted.stop.length === 0 ? {} : { customStopTriggers: wanted.stop }),
			...(wanted.schema === undefined ? {} : { grammar: await grammarFor(wanted.schema) }),
			onTextChunk: wanted.onText,
			onToken: (added: readonly number[]) => {
				completionTokens += added.length;
			},
		});
		const finish = metadata.stopReason === "maxTokens" ? "length" : "stop";
		return { text: response, finish, promptTokens: tokens.length, completionTokens };
	}

	async function grammarFor(schema: object | "json"): Promise<Grammar> {
		return schema === "json" ? await llama.getGrammarFor("json") : await llama.createGrammarForJsonSchema(schema);
	}

	let last: Promise<unknown> = Promise.resolve();
	return {
		generate: (wanted, signal) => {
			const result = last.then(() => answer(wanted, signal));
			last = result.catch(() => undefined);
			return result;
		},
	};
}

function commonLength(left: readonly number[], right: readonly number[]): number {
	const end = right.findIndex((token, index) => token !== left[index]);
	return end === -1 ? right.length : end;
}

/** The template of the weights, or that of the family, since some files carry none. */
function templateOf({ fileInfo: { metadata } }: LlamaModel): string {
	const { architecture } = metadata.general;
	return metadata.tokenizer?.chat_template ?? (architecture.startsWith("gemma") ? gemmaTurns : chatml);
}

const chatml =
	"{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n";

// Gemma has no role for instructions: they stand at the start of the first turn.
const gemmaTurns = `{% for message in messages %}{% if message.role == "system" %}<start_of_turn>user
{{ message.content }}

{% else %}{% if loop.first or messages[loop.index0 - 1].role != "system" %}<start_of_turn>{{ "model" if message.role == "assistant" else "user" }}
{% endif %}{{ message.content }}<end_of_turn>
{% endif %}{% endfor %}<start_of_turn>model
`;
