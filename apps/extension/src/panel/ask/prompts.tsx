import { Button, HStack } from "@chakra-ui/react";
import type { AnswerRequest } from "@webhand/contracts/agent/runs";
import { useState } from "react";
import { conversationText } from "../../chat-words.ts";
import { language } from "../../kit/words/language.ts";
import type { RunView } from "../../panel-state.ts";
import { KnowledgeNotice } from "../chat/knowledge-notice.tsx";
import type { PanelActions } from "../panel-actions.ts";
import type { PanelView } from "../panel-props.ts";
import { isNoticeDue, missingOf } from "../state/select.ts";
import { AskCard } from "./ask-card.tsx";
import { ConfirmationDialog } from "./confirmation-dialog.tsx";
import { LoginOffer } from "./login-offer.tsx";
import { PagePrompt } from "./page-prompt.tsx";
import { UserInputPrompt } from "./user-input-prompt.tsx";
import { askText } from "./words.ts";

type Props = {
	readonly model: PanelView;
	readonly run: RunView;
	readonly now: number;
	readonly actions: PanelActions;
	readonly onStop: () => void;
};

/** What the task waits for: a permission, an approval, or an answer. */
export function Prompts({ model, run, now, actions, onStop }: Props) {
	const { command } = actions;
	const { question, taskId, wait } = run;
	const domain = model.state?.tab?.domain ?? "";
	// Without a model nothing was suggested.
	const isSuggesting = run.state === "running" && (run.cost?.taskTokens ?? 0) > 0;
	const isAnswering = model.pending.has("run_answer");
	const isApproval = wait?.kind === "user" && question?.kind === "approval";
	// A dialog about another device's task comes only when it is wanted.
	const [opened, setOpened] = useState("");
	const isAskedHere = !model.isRemote || opened === question?.id;
	const answer = (input: Pick<AnswerRequest, "approved" | "answer" | "done" | "remember">) =>
		question && taskId ? void command("run_answer", { taskId, questionId: question.id, ...input }) : undefined;
	return (
		<>
			{domain !== "" && isSuggesting && isNoticeDue(run, model.state?.earlier ?? []) && !model.noticesSeen.has(domain) ? (
				<KnowledgeNotice onClose={(again) => actions.onNoticeClosed(domain, again)} />
			) : null}
			{wait?.kind === "site" ? (
				<PermissionPrompt
					title={wait.withheld ? askText.withheldTitle(wait.domain) : askText.siteTitle(wait.domain)}
					reason={wait.withheld ? askText.withheldText : askText.siteText}
					isBusy={model.pending.has("site_grant")}
					onGrant={(scope) => void command("site_grant", { domain: wait.domain, scope })}
					onDeny={() => void command("site_deny", { domain: wait.domain })}
					onChromeGrant={wait.withheld ? () => actions.onChromeGrant(wait) : undefined}
				/>
			) : null}
			{wait?.kind === "trusted" ? (
				<PermissionPrompt
					title={askText.trustedTitle(wait.domain)}
					reason={askText.trustedText}
					isBusy={model.pending.has("trusted_grant")}
					onGrant={(scope) => void command("trusted_grant", { domain: wait.domain, scope })}
					onDeny={() => void command("trusted_deny", { domain: wait.domain })}
				/>
			) : null}
			{wait?.kind === "page_dialog" && wait.asks !== undefined ? (
				<PagePrompt
					key={wait.asks.message}
					asks={wait.asks}
					isBusy={model.pending.has("page_answer")}
					onAnswer={(given) => void command("page_answer", { tabId: run.tabId, ...given })}
				/>
			) : null}
			{question && isApproval && !isAskedHere ? (
				<AskCard title={conversationText[language].asksElsewhere} text={question.text} about="">
					<Button size="xs" colorPalette="brand" alignSelf="start" onClick={() => setOpened(question.id)}>
						{conversationText[language].answerHere}
					</Button>
				</AskCard>
			) : null}
			{question && isApproval && isAskedHere ? (
				<ConfirmationDialog
					key={question.id}
					question={question}
					isBusy={isAnswering}
					now={now}
					outcome={model.ask}
					readApproval={actions.readApproval}
					grant={actions.grant}
					onAnswer={answer}
					onDenyAndStop={onStop}
				/>
			) : null}
			{question && wait?.kind === "user" && question.kind !== "approval" ? (
				<UserInputPrompt
					key={question.id}
					question={question}
					missing={missingOf(run)}
					isBusy={isAnswering}
					now={now}
					logins={
						question.site === undefined || taskId === null || model.isRemote ? undefined : (
							<LoginOffer taskId={taskId} site={question.site} actions={actions.logins} />
						)
					}
					outcome={model.ask}
					onAnswer={(given) => answer({ answer: given })}
					onDone={() => answer({ done: true })}
				/>
			) : null}
		</>
	);
}

type PermissionPromptProps = {
	readonly title: string;
	readonly reason: string;
	readonly isBusy: boolean;
	readonly onGrant: (scope: "task" | "always") => void;
	readonly onDeny: () => void;
	/** Present while Chrome itself withholds the site. */
	readonly onChromeGrant?: (() => void) | undefined;
};

/** Asks for a site, or for trusted input on it: for this task, always, or no (spec 003, permission for each site). */
export function PermissionPrompt({ title, reason, isBusy, onGrant, onDeny, onChromeGrant }: PermissionPromptProps) {
	const first = onChromeGrant === undefined ? askText.allowTask : askText.withheldAllow;
	return (
		<AskCard title={title} text={reason} about={title}>
			<HStack wrap="wrap" gap="1.5">
				<Button size="xs" colorPalette="brand" loading={isBusy} aria-label={first} onClick={onChromeGrant ?? (() => onGrant("task"))}>
					{first}
				</Button>
				{onChromeGrant === undefined ? (
					<Button size="xs" variant="outline" bg="bg.card" borderColor="line.strong" disabled={isBusy} onClick={() => onGrant("always")}>
						{askText.allowAlways}
					</Button>
				) : null}
				<Button size="xs" variant="ghost" disabled={isBusy} onClick={onDeny}>
					{askText.allowNo}
				</Button>
			</HStack>
		</AskCard>
	);
}
