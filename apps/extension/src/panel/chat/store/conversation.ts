import type { Plan, TaskStatus } from "@webhand/contracts/agent/task";
import { ChatEvent } from "@webhand/contracts/chat/events";
import type { Message } from "@webhand/contracts/chat/message";
import type { SessionId, TaskId } from "@webhand/contracts/ids";
import type { ArrivedEvent } from "../../../messages.ts";

/** What events told of a task. `thought`: what the model has written so far of its next step. */
export type TaskNews = { readonly plan?: Plan; readonly status?: TaskStatus; readonly stepIndex?: number; readonly thought?: string };

/** A thought without end keeps its newest characters. */
const maxThought = 2_000;

/** One chat as the server has it. `messages` ascend by sequence number; the oldest ones may be missing while `hasOlder`. */
export type Conversation = {
	readonly sessionId: SessionId;
	readonly messages: readonly Message[];
	readonly hasOlder: boolean;
	/** False until the server answered once. */
	readonly isRead: boolean;
	readonly tasks: ReadonlyMap<TaskId, TaskNews>;
};

/** A page of messages, and where it lies: the newest ones, those before a number, or those after one. */
export type MessagePage = {
	readonly messages: readonly Message[];
	readonly hasMoreBefore: boolean;
	readonly asked: "newest" | "before" | "after";
};

/** A chat of which nothing was read yet. */
export function emptyConversation(sessionId: SessionId): Conversation {
	return { sessionId, messages: [], hasOlder: false, isRead: false, tasks: new Map() };
}

/**
 * Both lists as one: each message once, ascending by sequence number. A settled copy wins over a pending one, a whole copy over a cut one,
 * else the later arrival.
 *
 * @throws never
 */
export function mergeMessages(known: readonly Message[], arrived: readonly Message[]): readonly Message[] {
	const byId = new Map(known.map((message) => [message.messageId, message]));
	for (const message of arrived) byId.set(message.messageId, better(byId.get(message.messageId), message));
	return [...byId.values()].sort((a, b) => a.sequenceNumber - b.sequenceNumber);
}

function better(known: Message | undefined, arrived: Message): Message {
	if (known === undefined) return arrived;
	// The log repeats a message as it was when it was written.
	const isOutdated = isSettled(known) && !isSettled(arrived);
	if (arrived.truncated !== true) return isOutdated ? known : arrived;
	if (known.truncated === true) return isOutdated ? known : arrived;
	return isOutdated || !isSettled(arrived) ? known : { ...known, ...facts(arrived) };
}

const isSettled = ({ status }: Message) => status === "success" || status === "failure";

/** What a cut copy may know better than a whole one. */
const facts = ({ status, error, metadata }: Message) => ({
	...(status === undefined ? {} : { status }),
	...(error === undefined ? {} : { error }),
	...(metadata === undefined ? {} : { metadata }),
});

/** The chat after a page of messages. @throws never */
export function withPage(conversation: Conversation, page: MessagePage): Conversation {
	const first = page.messages[0]?.sequenceNumber ?? Number.POSITIVE_INFINITY;
	const oldest = conversation.messages[0]?.sequenceNumber ?? Number.POSITIVE_INFINITY;
	// A newest page that does not reach the known messages would leave a hole: what lies before it is read again on demand.
	const hasHole = page.asked === "newest" && conversation.messages.length > 0 && !overlaps(conversation.messages, page.messages);
	const known = hasHole ? [] : conversation.messages;
	const tells = page.asked === "before" || (page.asked === "newest" && (hasHole || first <= oldest));
	return {
		...conversation,
		messages: mergeMessages(known, page.messages),
		hasOlder: tells ? page.hasMoreBefore : conversation.hasOlder,
		isRead: true,
		// The event that ends a thought may be lost; the message that was decided from it tells the same.
		tasks: page.messages.filter((message) => isDecided(message, conversation)).reduce(withoutThought, conversation.tasks),
	};
}

function overlaps(known: readonly Message[], arrived: readonly Message[]): boolean {
	const last = known.at(-1)?.sequenceNumber ?? -1;
	return (arrived[0]?.sequenceNumber ?? 0) <= last + 1;
}

/**
 * The chat after an event. `isBehind`: messages have to be read again from `readAfter`, because a step was decided, a text was cut, or a
 * message is missing in between.
 *
 * @throws never
 */
export function withEvent(
	conversation: Conversation,
	event: ArrivedEvent,
): { readonly conversation: Conversation; readonly isBehind: boolean } {
	const read = ChatEvent.safeParse(withRole(event));
	if (!read.success || read.data.sessionId !== conversation.sessionId) return { conversation, isBehind: false };
	const { data } = read;
	switch (data.type) {
		case "new_message": {
			const last = conversation.messages.at(-1)?.sequenceNumber ?? -1;
			const isMissing = conversation.isRead && data.message.sequenceNumber > last + 1;
			// A first event must not look like the whole chat.
			if (!conversation.isRead) return { conversation, isBehind: true };
			const messages = mergeMessages(conversation.messages, [data.message]);
			const tasks = isDecided(data.message, conversation) ? withoutThought(conversation.tasks, data.message) : conversation.tasks;
			return { conversation: { ...conversation, messages, tasks }, isBehind: isMissing || data.message.truncated === true };
		}
		case "interact_response":
			return {
				conversation: withNews(conversation, data.taskId, { stepIndex: data.stepIndex, status: data.status, thought: "" }),
				isBehind: true,
			};
		case "plan_update":
			return { conversation: withNews(conversation, data.taskId, { plan: data.plan }), isBehind: false };
		case "task_status":
			return { conversation: withNews(conversation, data.taskId, { status: data.status }), isBehind: false };
		case "agent_event": {
			if (data.event.type !== "llm_chunk") return { conversation, isBehind: false };
			const thought = `${conversation.tasks.get(data.taskId)?.thought ?? ""}${data.event.content}`.slice(-maxThought);
			return { conversation: withNews(conversation, data.taskId, { thought }), isBehind: false };
		}
	}
}

/** A step of the agent that was not known. */
function isDecided({ role, messageId }: Message, { messages }: Pick<Conversation, "messages">): boolean {
	return role === "assistant" && !messages.some((known) => known.messageId === messageId);
}

function withoutThought(tasks: Conversation["tasks"], { taskId }: Pick<Message, "taskId">): Conversation["tasks"] {
	const news = tasks.get(taskId);
	return (news?.thought ?? "") === "" ? tasks : new Map(tasks).set(taskId, { ...news, thought: "" });
}

/** A message without a role is the assistant's (spec 002 §3.3). */
function withRole({ name, data }: ArrivedEvent): Record<string, unknown> {
	const { message } = data;
	if (name !== "new_message" || typeof message !== "object" || message === null) return { ...data, type: name };
	return { ...data, type: name, message: { role: "assistant", ...message } };
}

function withNews(conversation: Conversation, taskId: TaskId, news: TaskNews): Conversation {
	return { ...conversation, tasks: new Map(conversation.tasks).set(taskId, { ...conversation.tasks.get(taskId), ...news }) };
}

/**
 * The number after which messages have to be read again: before the first one that may still change, or is cut, or is missing. Undefined:
 * read the newest.
 *
 * @throws never
 */
export function readAfter({ messages }: Pick<Conversation, "messages">): number | undefined {
	const hole = messages.findIndex(
		(message, index) => index > 0 && message.sequenceNumber !== (messages[index - 1]?.sequenceNumber ?? 0) + 1,
	);
	// A stopped task may leave its last turn open for good.
	const newest = newestTaskOf({ messages });
	const open = messages.findIndex((message) => message.truncated === true || (message.status === "pending" && message.taskId === newest));
	const known = messages[Math.min(...[hole, open, messages.length].filter((index) => index >= 0)) - 1];
	return known?.sequenceNumber;
}

/** The newest task of a chat; null in an empty one. */
export function newestTaskOf({ messages }: Pick<Conversation, "messages">): TaskId | null {
	return messages.at(-1)?.taskId ?? null;
}
