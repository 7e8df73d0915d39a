import { formatAction } from "@webhand/contracts/action/format";
import type { InteractRequest, NextAction } from "@webhand/contracts/agent/interact";
import type { Verification } from "@webhand/contracts/agent/task";
import type { Message } from "@webhand/contracts/chat/message";
import { maxMessageCharacters } from "@webhand/contracts/chat/message";
import type { MessageId } from "@webhand/contracts/ids";
import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { hide } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import type { MessageChange, OutboxMessage } from "../../shared/rows.ts";
import type { StepRow, Task } from "../../shared/task.ts";
import type { Outgoing } from "../step/commit/reply.ts";

const eventBytes = 9_000;

/**
 * What the chat turns of a step are made from, all without secrets. `messageId` is the one that the step keeps; `backlog`: what was said or
 * happened before the step and is not in the chat yet; `ms`: how long the step took.
 */
export type MessageFacts = {
	readonly task: Pick<Task, "stepCount" | "query">;
	readonly outgoing: Outgoing;
	readonly reply: NextAction;
	readonly row: Pick<StepRow, "action" | "parsed" | "stepIndex" | "batch" | "targetName">;
	readonly domSummary: string;
	readonly messageId: MessageId;
	readonly newId: () => MessageId;
	readonly backlog: readonly OutboxMessage[];
	readonly ms: number;
	readonly at: Date;
};

/** The turns that a step adds to the chat: the user's words with the first step, and what the assistant says and does. @throws never */
export function messagesOf({
	task,
	outgoing,
	reply,
	row,
	domSummary,
	messageId,
	newId,
	backlog,
	ms,
	at,
}: MessageFacts): readonly OutboxMessage[] {
	const timestamp = at.toISOString();
	const { thought, status, reasoning, decidedBy, question, warnings, failure } = reply;
	const words = outgoing.answer ?? question?.text;
	const assistant: OutboxMessage = {
		messageId,
		role: "assistant",
		content: cut(words ?? outgoing.thought, maxMessageCharacters),
		timestamp,
		status: status === "completed" ? "success" : status === "failed" ? "failure" : "pending",
		actionString: row.action,
		actionPayload: { action: formatAction(outgoing.shown), parsedAction: row.parsed },
		domSummary,
		metadata: {
			stepIndex: row.stepIndex,
			status,
			ms: Math.round(ms),
			...defined({ reasoning, decidedBy, question, warnings, failure }),
			...defined({ targetName: row.targetName, actions: row.batch?.map(({ action }) => action) }),
			...(words === undefined || thought === "" ? {} : { thought }),
		},
	};
	const query: OutboxMessage = {
		messageId: newId(),
		role: "user",
		content: cut(task.query, maxMessageCharacters),
		timestamp,
		metadata: { event: "query" },
	};
	return [...(task.stepCount === 0 ? [query] : []), ...backlog, assistant];
}

/**
 * The outcomes of earlier turns: the turn of the verified action gets its verdict, the newest turn is over in any case.
 *
 * @param past the newest steps, oldest first
 * @throws never
 */
export function settledMessages(
	past: readonly StepRow[],
	verified: { readonly stepIndex: number; readonly isSuccess: boolean; readonly verification: Verification } | null,
	error: InteractRequest["lastActionError"],
): readonly MessageChange[] {
	const newest = past.at(-1);
	const rows = past.filter((row) => row === newest || row.stepIndex === verified?.stepIndex);
	return rows.flatMap(({ messageId, stepIndex }): readonly MessageChange[] => {
		if (messageId === undefined) return [];
		if (stepIndex !== verified?.stepIndex) return [{ messageId, status: "success" }];
		const verdict = { messageId, "metadata.verification": verified.verification };
		if (verified.isSuccess) return [{ ...verdict, status: "success" }];
		return [{ ...verdict, status: "failure", ...defined({ error: error && errorOf(error) }) }];
	});
}

function errorOf({ message, code, action, elementId }: NonNullable<InteractRequest["lastActionError"]>): NonNullable<Message["error"]> {
	return { message, code, action, ...(typeof elementId === "number" ? { elementId } : {}) };
}

/**
 * A message as an event carries it, at most 9,000 bytes: what clients fetch anyway is dropped first, then the text is cut; both mark it
 * `truncated`.
 *
 * @throws never
 */
export function messageForEvent(message: Message): Message {
	if (bytesOf(message) <= eventBytes) return message;
	const { actionPayload: _payload, domSummary: _summary, metadata, ...lean } = message;
	const { reasoning: _reasoning, verification: _verification, actions: _actions, thought: _thought, ...facts } = metadata ?? {};
	const bare = { ...lean, truncated: true as const };
	const shorter: Message = { ...bare, ...(metadata === undefined ? {} : { metadata: facts }) };
	if (bytesOf(shorter) <= eventBytes) return shorter;
	const { question: _question, failure: _failure, targetName: _target, warnings: _warnings, ...ids } = facts;
	const { actionString: _action, error: _error, ...texts } = bare;
	const shortest: Message = { ...texts, ...(metadata === undefined ? {} : { metadata: ids }) };
	let content = message.content;
	// Each round halves the text: a dozen rounds at most.
	while (content !== "" && bytesOf({ ...shortest, content }) > eventBytes)
		content = content.slice(0, Math.floor(content.length / 2)).toWellFormed();
	return { ...shortest, content };
}

const bytesOf = (message: Message) => Buffer.byteLength(JSON.stringify(message));

const maxOutline = 200;
const maxSummary = 2_000;

/**
 * What a chat keeps of a page: its title and the first 200 characters of its outline, which is its headings, or its first texts where it has
 * none.
 *
 * @param secrets of the user's words: none is kept
 * @throws never
 */
export function pageSummary({ title, lines }: Pick<PageView, "title" | "lines">, secrets: readonly string[]): string {
	const headings = outlineOf(
		lines.filter(({ kind }) => kind === "heading"),
		secrets,
	);
	const outline = headings === "" ? outlineOf(lines, secrets) : headings;
	return cut([hide(title, secrets), cut(outline, maxOutline)].filter((part) => part !== "").join("\n"), maxSummary);
}

/** Hidden before it is cut: half of a secret would no longer be found. */
function outlineOf(lines: PageView["lines"], secrets: readonly string[]): string {
	const texts: string[] = [];
	let length = 0;
	for (const { text } of lines) {
		if (length > maxOutline) break;
		if (text === "") continue;
		const shown = hide(text, secrets);
		texts.push(shown);
		length += shown.length + 1;
	}
	return texts.join("\n");
}
