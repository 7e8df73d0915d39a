import { conversationText } from "../../../chat-words.ts";
import { language } from "../../../kit/words/language.ts";
import type { RunView, Said, ViewState } from "../../../panel-state.ts";
import type { AskOutcome } from "../../panel-props.ts";
import type { Turn } from "../../state/select.ts";
import { runOfMessages, runOfTask } from "../turns/task-run.ts";
import type { LocalPart } from "../turns/turns.ts";
import { queryIn, tasksIn, turnsOfChat } from "../turns/turns.ts";
import type { ChatState } from "./chat-store.ts";

/** The task that the panel shows: that of this tab in its own chat, else the newest of the chat as the server has it. */
export type ShownRun = { readonly run: RunView | null; readonly isRemote: boolean };

/**
 * Chooses the task of a chat. The run of this browser comes first while it is the chat's newest task; a task that another browser began
 * after it is shown instead.
 *
 * @throws never
 */
export function shownRunOf(chat: ChatState, local: RunView | null): ShownRun {
	const { conversation, task } = chat;
	const own = local !== null && local.sessionId === conversation?.sessionId ? local : null;
	const newest = tasksIn(conversation?.messages ?? []).at(-1);
	const isOwnNewest =
		own !== null && (own.taskId === null || own.state === "running" || newest === undefined || newest.taskId === own.taskId);
	if (isOwnNewest) return { run: own, isRemote: false };
	if (newest === undefined) return { run: null, isRemote: false };
	const run = task?.taskId === newest.taskId ? runOfTask(task, newest.own) : runOfMessages(newest.own, queryIn(newest.own));
	return { run, isRemote: true };
}

/** The turns of the shown chat with what this browser adds. */
export function turnsShown(
	{ conversation }: Pick<ChatState, "conversation">,
	{ run, said, lateNotes = [], earlier }: LocalPart,
): readonly Turn[] {
	const own = said.filter(({ taskId }) => taskId === run?.taskId);
	const turns = turnsOfChat(conversation?.messages ?? [], { run, said, earlier, lateNotes });
	const refused = run?.question === null ? own.filter(isRefusedAnswer) : [];
	return [...turns, ...refused.map((one): Turn => ({ kind: "system", key: one.id, text: refusalOf(one), at: one.at }))];
}

const isRefusedAnswer = ({ state, questionId }: Said) => state === "refused" && questionId !== undefined;

/** Why an answer does not count, and what is true instead. */
function refusalOf({ code }: Pick<Said, "code">): string {
	switch (code) {
		case "QUESTION_CHANGED":
			return conversationText[language].questionChanged;
		case "NO_QUESTION":
			return conversationText[language].questionGone;
		case "RUN_ENDED":
			return conversationText[language].taskEnded;
		case "RUN_NOT_FOUND":
			return conversationText[language].taskUnknown;
		default:
			return code ?? "";
	}
}

/** What became of the answer to the open question; undefined before one was given. */
export function askOutcomeOf(run: RunView | null, said: readonly Said[]): AskOutcome | undefined {
	if (run === null || run.question === null) return undefined;
	const answers = said.filter(({ taskId, questionId }) => taskId === run.taskId && questionId !== undefined);
	if (answers.some(({ questionId, state }) => questionId === run.question?.id && state !== "refused")) return { kind: "sent" };
	const refused = answers.findLast(isRefusedAnswer);
	return refused === undefined ? undefined : { kind: "refused", message: refusalOf(refused) };
}

/** The place line of the header: the chat's site, and where its running task went. */
export function placeLine(tab: ViewState["tab"], otherSite: string, chatDomain: string): string {
	return otherSite === "" ? (tab?.domain ?? "") : `${chatDomain} · ${conversationText[language].nowOn(otherSite)}`;
}
