import type { ConversationMessage, ModelFound } from "../../port.ts";
import type { AnswerForm } from "../answer/form.ts";
import type { ModelSettings } from "../settings.ts";
import type { CallOptions, ModelCaller } from "./call.ts";
import { abilitiesOf } from "./client/abilities.ts";

const outputTokens = 64;

/** Nothing in the words asks for it: an answer that has it was held to it. */
const form: AnswerForm = {
	name: "report",
	description: "Your answer.",
	schema: {
		type: "object",
		properties: { answer: { type: "string", enum: ["ready", "not_ready"] }, count: { type: "integer", enum: [0, 1, 2] } },
		required: ["answer", "count"],
		additionalProperties: false,
	},
};

/** A red square of 32 pixels. */
const redSquare =
	"/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjL/wAARCAAgACADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDi6KKK+ZP3EKKKKACiiigAooooA//Z";

/** What finding out needs of a chat. */
type Asked = {
	readonly settings: ModelSettings;
	readonly caller: Pick<ModelCaller, "noteForm">;
	readonly ask: (
		messages: readonly ConversationMessage[],
		wish: Pick<CallOptions, "outputTokens" | "form" | "heldBy">,
		signal: AbortSignal,
	) => Promise<{ readonly text: string; readonly isPictureRefused?: true }>;
};

/**
 * Asks a model for a word or two: whether it answers, by which form its provider holds it to an answer, and, where it is said to see,
 * whether it takes a picture. One call for each form until one holds.
 *
 * @throws AppError INTERNAL_ERROR with `{ reason, retryable }`
 */
export async function findOut({ settings, caller, ask }: Asked, signal: AbortSignal): Promise<Pick<ModelFound, "readsPictures">> {
	const sees = settings.MODEL_VISION === "true";
	const picture = sees ? { picture: { jpeg: redSquare, note: "A picture is attached." } } : {};
	const messages = [
		{ role: "system" as const, content: "This is a test of the connection." },
		{ role: "user" as const, content: "Answer with the word OK.", ...picture },
	];
	const limits = { outputTokens: settings.MODEL_MAX_OUTPUT_TOKENS ?? outputTokens };
	const { forms } = abilitiesOf[settings.MODEL_PROVIDER];
	let reply = forms.length === 0 ? await ask(messages, limits, signal) : undefined;
	for (const heldBy of forms) {
		reply = await ask(messages, { ...limits, form, heldBy }, signal);
		const isHeld = fits(reply.text);
		caller.noteForm(heldBy, isHeld);
		if (isHeld) break;
	}
	return sees ? { readsPictures: reply?.isPictureRefused !== true } : {};
}

function fits(text: string): boolean {
	try {
		const { answer, count } = JSON.parse(text) as { readonly answer?: unknown; readonly count?: unknown };
		return (answer === "ready" || answer === "not_ready") && typeof count === "number";
	} catch {
		return false;
	}
}
