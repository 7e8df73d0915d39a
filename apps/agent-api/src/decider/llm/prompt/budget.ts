import { charactersWithin, tokensOf } from "../tokens.ts";

/** The share of a model's context for each part of the prompt, in tokens or counts. */
export type Profile = {
	readonly isSmall: boolean;
	readonly contextTokens: number;
	readonly pageTokens: number;
	/** The most that the page may take where the rest of the prompt leaves room. */
	readonly mostPageTokens: number;
	/** The user's task and notes: cut only where they would leave the page no room. */
	readonly taskTokens: number;
	readonly noteTokens: number;
	readonly planSteps: number;
	readonly historySteps: number;
	readonly historyThoughts: number;
	readonly historyTokens: number;
	readonly knowledgeChunks: number;
	readonly knowledgeTokens: number;
	/** The result of a lookup. */
	readonly lookupTokens: number;
	readonly outputTokens: number;
};

/** The largest context that gets the small profile. */
export const smallContext = 8_192;
const reserved = { system: 800, task: 600, history: 1_500, knowledge: 2_000, output: 1_024 } as const;
const maxPageTokens = 16_000;
const maxSmallPageTokens = 4_000;
const leastPageTokens = 400;
const taskShare = 0.3;

/**
 * Divides a context. One of at most 8,192 tokens gets the small profile: the commonest actions, six one-line steps, a page of at most 4,000
 * tokens.
 *
 * @param contextTokens the context window of the model, from 2,048
 */
export function profileOf(contextTokens: number): Profile {
	if (contextTokens <= smallContext) {
		const rest = contextTokens - 500 - 300 - 300 - 500 - 512;
		return {
			isSmall: true,
			contextTokens,
			pageTokens: Math.max(leastPageTokens, Math.min(maxSmallPageTokens, rest)),
			mostPageTokens: maxSmallPageTokens,
			taskTokens: Math.floor(contextTokens * taskShare),
			noteTokens: 300,
			planSteps: 3,
			historySteps: 6,
			historyThoughts: 0,
			historyTokens: 300,
			knowledgeChunks: 3,
			knowledgeTokens: 500,
			lookupTokens: Math.floor(contextTokens / 8),
			outputTokens: 512,
		};
	}
	const rest = contextTokens - reserved.system - reserved.task - reserved.history - reserved.knowledge - reserved.output;
	return {
		isSmall: false,
		contextTokens,
		pageTokens: Math.min(maxPageTokens, rest),
		mostPageTokens: maxPageTokens,
		taskTokens: Math.floor(contextTokens * taskShare),
		noteTokens: 2_000,
		planSteps: 10,
		historySteps: 20,
		historyThoughts: 6,
		historyTokens: reserved.history,
		knowledgeChunks: 8,
		knowledgeTokens: reserved.knowledge,
		lookupTokens: Math.min(2_000, Math.floor(contextTokens / 8)),
		outputTokens: reserved.output,
	};
}

/** The same profile with the least important parts reduced: a history of six steps, three chunks of knowledge. */
export function tightened(profile: Profile): Profile {
	return { ...profile, historySteps: Math.min(6, profile.historySteps), knowledgeChunks: Math.min(3, profile.knowledgeChunks) };
}

/** The same profile for a model that can read no more than so many tokens in its time. */
export function narrowed(profile: Profile, readable: number): Profile {
	const most = Math.max(leastPageTokens, readable);
	if (most + profile.outputTokens >= profile.contextTokens) return profile;
	return { ...tightened(profile), contextTokens: most + profile.outputTokens, pageTokens: Math.min(profile.pageTokens, most) };
}

/** The same profile in half its context, for a model that refused a prompt as too long: estimates may fail. */
export function halved(profile: Profile): Profile {
	const half = (tokens: number) => Math.floor(tokens / 2);
	return {
		...tightened(profile),
		contextTokens: half(profile.contextTokens),
		pageTokens: half(profile.pageTokens),
		mostPageTokens: half(profile.mostPageTokens),
		taskTokens: half(profile.taskTokens),
		noteTokens: half(profile.noteTokens),
		historyTokens: half(profile.historyTokens),
		knowledgeTokens: half(profile.knowledgeTokens),
		lookupTokens: half(profile.lookupTokens),
	};
}

/**
 * The tokens left for the page after all other text; always some, even after a long instruction and many notes.
 *
 * @param beside tokens of a picture
 */
export function pageRoom(profile: Profile, others: readonly string[], beside = 0): number {
	const taken = others.reduce((sum, text) => sum + tokensOf(text), beside);
	return Math.max(leastPageTokens, Math.min(profile.mostPageTokens, profile.contextTokens - profile.outputTokens - taken));
}

/** A text within its tokens. The middle is cut: users state the goal first and the limits last. */
export function within(text: string, tokens: number): string {
	let kept = text;
	for (let length = text.length; length > 0 && tokensOf(kept) > tokens; ) {
		length = Math.max(0, Math.min(length, charactersWithin(kept, tokens)) - 3);
		const end = Math.floor(length / 3);
		kept = `${text.slice(0, length - end)} … ${text.slice(text.length - end)}`;
	}
	return kept;
}

/** The newest lines that fit, at least one. */
export function newest(lines: readonly string[], tokens: number): string {
	const from = lines.findIndex((_, index) => tokensOf(lines.slice(index).join("\n")) <= tokens);
	return lines.slice(from === -1 ? -1 : from).join("\n");
}
