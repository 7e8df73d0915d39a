import type { Message } from "@webhand/contracts/chat/message";
import type { Session } from "@webhand/contracts/chat/sessions";
import { observationSentences } from "../../kit/words/observations.ts";
import { queryIn, tasksIn } from "../chat/turns/turns.ts";

/** Version of the exported JSON; a reader refuses one it does not know. */
const exportVersion = 1;

/** What is exported: a chat with all its messages, or those of one task. `exportedAt` in ms since the epoch. */
export type ExportInput = {
	readonly session: Pick<Session, "sessionId" | "title" | "domain" | "createdAt" | "updatedAt" | "status">;
	readonly messages: readonly Message[];
	readonly exportedAt: number;
};

type ExportedMessage = Omit<Message, "domSummary" | "actionPayload" | "truncated" | "sessionId">;

/**
 * A chat as JSON with a schema version. It holds no page text; values of sensitive fields are masked by the server already.
 *
 * @returns pretty-printed JSON
 * @throws never
 */
export function toJson({ session, messages, exportedAt }: ExportInput): string {
	const { sessionId, title, domain, createdAt, updatedAt, status } = session;
	const chat = {
		sessionId,
		title,
		...(domain === undefined ? {} : { domain }),
		createdAt: iso(createdAt),
		updatedAt: iso(updatedAt),
		status,
	};
	const body = { schema: "webhand-chat", version: exportVersion, exportedAt: iso(exportedAt), chat, messages: messages.map(exported) };
	return `${JSON.stringify(body, null, "\t")}\n`;
}

/** Only what a reader of the chat saw: named keys, so that a new field of the server is no leak. */
function exported(message: Message): ExportedMessage {
	const { messageId, sequenceNumber, role, content, timestamp, taskId, status, actionString, error, metadata } = message;
	return {
		messageId,
		sequenceNumber,
		role,
		content,
		timestamp,
		taskId,
		...(status === undefined ? {} : { status }),
		...(actionString === undefined ? {} : { actionString }),
		...(error === undefined ? {} : { error }),
		...(metadata === undefined ? {} : { metadata }),
	};
}

/**
 * A chat as Markdown: a heading for each task, a line for each message, actions as code.
 *
 * @throws never
 */
export function toMarkdown({ session, messages, exportedAt }: ExportInput): string {
	const head = [`# ${inline(session.title)}`, "", `Exported ${iso(exportedAt)} · ${messages.length} messages`];
	const tasks = tasksIn(messages).flatMap(({ taskId, own }) => {
		const query = queryIn(own);
		return ["", `## ${inline(query === "" ? `Task ${taskId}` : query)}`, "", ...own.flatMap(lineOf)];
	});
	return `${[...head, ...tasks].join("\n")}\n`;
}

const who = { user: "You", assistant: "Webhand", system: "System" } as const;

function lineOf(message: Message): readonly string[] {
	const { role, content, actionString, metadata, status, error, timestamp } = message;
	const action = actionString === undefined ? "" : ` ${code(actionString)}`;
	const verdict = metadata?.verification?.verdict ?? status;
	const isQuestion = metadata?.question !== undefined;
	const result = verdict === undefined || isQuestion ? "" : ` — ${verdict}`;
	const thought = metadata?.thought !== undefined && metadata.thought !== content ? [`  - ${inline(metadata.thought)}`] : [];
	const seen = observationSentences(metadata?.verification?.observations ?? []).map((observation) => `  - ${inline(observation)}`);
	const failure = error === undefined ? [] : [`  - ${inline(`${error.code}: ${error.message}`)}`];
	return [`- **${who[role]}** (${timestamp}): ${inline(content)}${action}${result}`, ...thought, ...seen, ...failure];
}

/** Text of a page may look like Markdown; it stays text. */
const inline = (text: string) =>
	text
		.replaceAll(/\s+/g, " ")
		.trim()
		.replaceAll(/[\\`*_{}[\]<>#|]/g, String.raw`\$&`);

/** A code span holds any text when its fence is longer than the longest run of back quotes inside. */
function code(text: string): string {
	const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	const pad = longest > 0 ? " " : "";
	return `${fence}${pad}${text.replaceAll(/\s+/g, " ")}${pad}${fence}`;
}

const iso = (at: number) => new Date(at).toISOString();

/** Name of the exported file, safe on every system. */
export function fileNameOf({ title }: Pick<Session, "title">, format: "json" | "md"): string {
	const plain = title
		.normalize("NFKD")
		.replaceAll(/[^\p{L}\p{N}.-]+/gu, "-")
		.replaceAll(/^[-.]+|[-.]+$/g, "")
		.slice(0, 60);
	return `${plain === "" ? "chat" : plain}.${format}`;
}
