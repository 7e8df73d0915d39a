import type { Message } from "@webhand/contracts/chat/message";
import type { TaskId } from "@webhand/contracts/ids";
import { conversationText } from "../../../chat-words.ts";
import { language } from "../../../kit/words/language.ts";
import type { RunView, Said, StepView } from "../../../panel-state.ts";
import type { LateNote } from "../../state/model.ts";
import type { Delivery, Turn } from "../../state/select.ts";
import { asRail } from "../../state/select.ts";
import { endingOf, runOfMessages, stepOf } from "./task-run.ts";

/** What this browser adds to the server's messages: runs that it knows of the shown chat, and sentences that are still on their way. */
export type LocalPart = {
	readonly run: RunView | null;
	readonly said: readonly Said[];
	readonly earlier?: readonly RunView[] | undefined;
	readonly lateNotes?: readonly LateNote[];
};

/**
 * The conversation: the server's messages in order, the running step in place of its message, and what the server does not have yet at the
 * end. A task that ended before the shown run gets its card.
 *
 * @param messages ascending by sequence number
 * @throws never
 */
export function turnsOfChat(messages: readonly Message[], { run, said, earlier = [], lateNotes = [] }: LocalPart): readonly Turn[] {
	const groups = tasksIn(messages);
	const unread = unreadTurns(groups.find(({ taskId }) => taskId === run?.taskId)?.own ?? [], {
		run,
		said: said.filter(({ taskId }) => taskId === run?.taskId),
	});
	const turns = groups.flatMap(({ taskId, own }): readonly Turn[] => {
		const isShown = taskId === run?.taskId;
		const lines = own.flatMap((message) => turnOf(message, isShown ? run : null) ?? []);
		if (isShown) return asRail([...lines, ...unread], run);
		// Messages do not tell what a task cost.
		const known = earlier.find((task) => task.taskId === taskId && task.state !== "running");
		const ended = known ?? (endingOf(own) === null ? null : runOfMessages(own, queryIn(own)));
		const refused = said.filter((one) => one.taskId === taskId && one.state === "refused" && one.questionId === undefined);
		const withLate = [...asRail(lines, ended), ...refused.map(turnOfSaid), ...lateTurns(lateNotes, (note) => note.taskId === taskId)];
		return ended === null
			? withLate
			: [...withLate, { kind: "end", key: `${taskId}-end`, run: ended, at: ended.endedAt ?? ended.startedAt }];
	});
	const isOfRun = ({ taskId, runKey }: LateNote) => run !== null && (runKey === run.runKey || (taskId !== null && taskId === run.taskId));
	const isUnknown = !groups.some(({ taskId }) => taskId === run?.taskId);
	return [...turns, ...(isUnknown ? asRail(unread, run) : []), ...lateTurns(lateNotes, isOfRun)];
}

/** Notes that came after the end of their task. */
function lateTurns(notes: readonly LateNote[], isMeant: (note: LateNote) => boolean): readonly Turn[] {
	return notes.flatMap((note, index): readonly Turn[] =>
		isMeant(note) ? [{ kind: "user", key: `late-${index}`, text: note.text, at: note.at, delivery: "late" }] : [],
	);
}

type TaskMessages = { readonly taskId: TaskId; readonly own: readonly Message[] };

/** Messages by task, in the order of their first message. */
export function tasksIn(messages: readonly Message[]): readonly TaskMessages[] {
	const groups = new Map<TaskId, Message[]>();
	for (const message of messages) {
		const own = groups.get(message.taskId);
		if (own === undefined) groups.set(message.taskId, [message]);
		else own.push(message);
	}
	return [...groups].map(([taskId, own]) => ({ taskId, own }));
}

const eventOf = ({ metadata }: Message) => metadata?.event;
const isQuery = (message: Message) => message.role === "user" && (eventOf(message) ?? "query") === "query";

/** The instruction that began a task; "" when its message is not there any more. */
export const queryIn = (own: readonly Message[]) => own.find(isQuery)?.content ?? "";

function turnOf(message: Message, run: RunView | null): Turn | null {
	const key: string = message.messageId;
	const at = Date.parse(message.timestamp);
	if (message.role === "user") return { kind: "user", key, text: wordsOf(message), at, ...deliveryOf(message) };
	if (message.role === "system") {
		const said = systemText(message);
		return said === "" ? null : { kind: "system", key, text: said, at };
	}
	const step = stepOf(message);
	return step === null || isOpenQuestion(step, run)
		? null
		: { kind: "step", key: stepKey(message.taskId, step), step: withoutTold(withLive(step, run), [message.content], run), at };
}

/** The same before and after the server's message is read. */
const stepKey = (owner: string, { stepIndex }: StepView) => `${owner}-step-${stepIndex}`;

/** The card tells the end of a task; here stands only what happened in between. */
function systemText(message: Message): string {
	const event = eventOf(message);
	if (event === "cancelled" || event === "expired" || event === "step_limit") return "";
	return message.content;
}

function wordsOf(message: Message): string {
	if (message.content.trim() !== "") return message.content;
	const event = eventOf(message);
	return event === "approved" || event === "denied" || event === "done" ? conversationText[language][event] : "";
}

/** A note is heard until a step read it, and late when the task ended first. */
function deliveryOf(message: Message): { readonly delivery?: Delivery } {
	if (eventOf(message) !== "note") return {};
	return message.status === "pending" ? { delivery: "heard" } : message.status === "failure" ? { delivery: "late" } : {};
}

/** This browser knows more of its own step: parts, the control, and the result before the verdict. */
function withLive(step: StepView, run: RunView | null): StepView {
	const live = run?.steps.find(({ stepIndex }) => stepIndex === step.stepIndex);
	return live === undefined ? step : { ...step, ...live, ...(step.verification === undefined ? {} : { verification: step.verification }) };
}

const speaking: ReadonlySet<string> = new Set(["finish", "fail", "ask", "handoff"]);

/** The prompt shows an open question; the conversation shows it once it is over. */
function isOpenQuestion({ actionName, stepIndex }: StepView, run: RunView | null): boolean {
	const isOpen = run?.state === "running" && run.question !== null && stepIndex === run.stepIndex;
	return isOpen && (actionName === "ask" || actionName === "handoff");
}

/** The last step does not repeat the card of the ended task, nor a question itself. */
function withoutTold(step: StepView, told: readonly string[], run: RunView | null): StepView {
	if (!speaking.has(step.actionName)) return step;
	const words = [...told, run?.answer ?? "", run?.failure?.message ?? ""].map((said) => said.trim());
	return words.includes(step.thought.trim()) ? { ...step, thought: "" } : step;
}

/** What stands in this browser only: the instruction, steps and notes of the shown run, and sentences on their way. */
function unreadTurns(own: readonly Message[], { run, said }: LocalPart): readonly Turn[] {
	// A refused answer stands at its question.
	const open = said.filter((one) => one.state !== "refused" || one.questionId === undefined);
	if (run === null) return [];
	const known = new Set(own.flatMap((message) => stepOf(message)?.stepIndex ?? []));
	const isBegun = own.some((message) => eventOf(message) !== undefined || message.role === "assistant" || isQuery(message));
	const query: readonly Turn[] = isBegun
		? []
		: [
				{
					kind: "user",
					key: `${run.runKey}-query`,
					text: run.query,
					at: run.startedAt,
				},
			];
	const steps = run.steps
		.filter((step) => !known.has(step.stepIndex) && !isOpenQuestion(step, run))
		.map((step): Turn => ({ kind: "step", key: stepKey(run.taskId ?? run.runKey, step), step: withoutTold(step, [], run), at: step.at }));
	// What was sent as a note may have become the answer to a question.
	const read = own.filter((message) => message.role === "user" && !isQuery(message)).map(({ content }) => content);
	const keptAs = run.state === "running" ? "sending" : "late";
	const notes = run.notes
		.filter((note) => note.isKept === true || !takeOut(read, note.text))
		.map(({ text: said, at, isKept }, index): Turn => {
			return { kind: "user", key: `${run.runKey}-note-${index}`, text: said, at, delivery: isKept === true ? keptAs : "heard" };
		});
	const answers = own.filter((message) => message.role === "user" && message.metadata?.questionId !== undefined);
	const unsaid = open.filter(({ questionId }) => !answers.some((message) => message.metadata?.questionId === questionId));
	return [...query, ...[...steps, ...notes, ...unsaid.map(turnOfSaid)].sort((a, b) => a.at - b.at)];
}

function turnOfSaid(said: Said): Turn {
	const delivery = { sending: "sending", waiting: "failed", refused: "late" } as const;
	return { kind: "user", key: said.id, text: said.text, at: said.at, delivery: delivery[said.state] };
}

/** Takes one text out of a list; a masked copy of the server counts as the same. @returns false when it was not in it */
function takeOut(texts: string[], wanted: string): boolean {
	const index = texts.findIndex((one) => one === wanted || one.includes("•••"));
	if (index !== -1) texts.splice(index, 1);
	return index !== -1;
}
