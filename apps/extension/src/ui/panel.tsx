import { Badge, Box, Button, Flex, Heading, HStack, Stack, Text, VisuallyHidden } from "@chakra-ui/react";
import type { RunView, ViewState } from "../panel-state.ts";
import { text } from "../text/en.ts";
import type { RunCommand } from "../view/commands.ts";
import type { PanelModel } from "../view/model.ts";
import { isNoticeDue, missingOf, noteBlockOf } from "../view/select.ts";
import { LoginForm } from "./account/login-form.tsx";
import { ModeSwitch } from "./account/mode-switch.tsx";
import { ConfirmationDialog } from "./ask/confirmation-dialog.tsx";
import { PermissionPrompt } from "./ask/permission-prompt.tsx";
import { UserInputPrompt } from "./ask/user-input-prompt.tsx";
import { ChatPanel } from "./chat/chat-panel.tsx";
import { Composer } from "./chat/composer.tsx";
import { KnowledgeNotice } from "./chat/knowledge-notice.tsx";
import { LogView } from "./chat/log-view.tsx";
import { RestrictedPage } from "./chat/restricted-page.tsx";
import { GearIcon, ListIcon } from "./kit/icons.tsx";
import { useNow } from "./kit/now.ts";
import { Loading } from "./kit/states.tsx";
import { PlanWidget } from "./task/plan-widget.tsx";
import { RunningBar } from "./task/running-bar.tsx";
import { TaskCompletedCard } from "./task/task-completed-card.tsx";
import { TaskHeader } from "./task/task-header.tsx";

/** What the panel asks of its surroundings; no component below touches the browser. */
export type PanelActions = {
	readonly command: RunCommand;
	readonly onDraft: (draft: string) => void;
	readonly onFiles: (files: readonly File[]) => void;
	readonly onFileRemoved: (id: string) => void;
	readonly onAskAutonomous: () => void;
	readonly onCloseAutonomous: () => void;
	readonly onToggleLog: () => void;
	readonly onNoticeClosed: (domain: string, again: boolean) => void;
	readonly onSettings: () => void;
	readonly onShowTab: (tabId: number) => void;
	readonly onChromeGrant: (wait: Extract<NonNullable<RunView["wait"]>, { kind: "site" }>) => void;
};

type Props = { readonly model: PanelModel; readonly showThinking: boolean; readonly actions: PanelActions };

/** The side panel: sign-in, or the conversation with its surroundings. */
export function Panel({ model, showThinking, actions }: Props) {
	const { state } = model;
	const isTicking = state?.run?.state === "running";
	const now = useNow(isTicking);
	if (state === null || state.auth.kind === "checking") {
		return (
			<Box as="main" p="5">
				<VisuallyHidden asChild>
					<Heading as="h1">{text.product}</Heading>
				</VisuallyHidden>
				<Loading lines={4} />
			</Box>
		);
	}
	if (state.auth.kind === "signed_out") {
		return (
			<LoginForm
				reason={state.auth.reason}
				serverUrl={state.serverUrl}
				isBusy={model.pending.has("sign_in")}
				waiting={
					state.run?.state !== "running" ? "" : state.run.wait?.kind === "signed_out" ? text.account.taskWaits : text.account.taskPaused
				}
				problem={model.problem?.command === "sign_in" ? model.problem : null}
				onSignIn={(input) => void actions.command("sign_in", input)}
				onSettings={actions.onSettings}
			/>
		);
	}
	return <SignedIn model={model} state={state} now={now} showThinking={showThinking} actions={actions} />;
}

type SignedInProps = Props & { readonly state: ViewState; readonly now: number };

function SignedIn({ model, state, now, showThinking, actions }: SignedInProps) {
	const { run, tab } = state;
	const { command } = actions;
	const isRunning = run?.state === "running";
	const tabId = run?.tabId ?? tab?.id;
	const withTab = (act: (tabId: number) => void) => (tabId === undefined ? undefined : act(tabId));
	const attached = model.files.length === 0 ? {} : { attachments: [...model.files] };
	const start = (sentence: string) => withTab((id) => void command("run_start", { tabId: id, query: sentence, ...attached }, sentence));
	// The draft and files of the next instruction stay.
	const again = (query: string) => withTab((id) => void command("run_start", { tabId: id, query }));
	// The draft stays above the added instruction.
	const edit = (sentence: string) =>
		actions.onDraft(model.draft.includes(sentence) ? model.draft : [model.draft.trim(), sentence].filter((part) => part !== "").join("\n"));
	const problem = model.problem && ["run_start", "run_note", "run_attach"].includes(model.problem.command) ? model.problem.message : "";
	return (
		<Flex as="main" direction="column" h="100vh" minW="0">
			<PanelHeader model={model} state={state} actions={actions} />
			{state.connection.kind === "offline" ? (
				<Notice>{text.states.offlineSince(new Date(state.connection.since).toLocaleTimeString())}</Notice>
			) : null}
			{model.link === "lost" ? <Notice>{text.chat.notReachable}</Notice> : null}
			<RunningBar runs={state.otherRuns} onGo={actions.onShowTab} onStop={(id) => void command("run_stop", { tabId: id })} />
			{run ? (
				<>
					<TaskHeader
						run={run}
						now={now}
						onStop={() => void command("run_stop", { tabId: run.tabId })}
						onPause={() => void command("run_pause", { tabId: run.tabId })}
						onResume={() => void command("run_resume", { tabId: run.tabId })}
						onLeave={() => void command("run_stop", { tabId: run.tabId, leave: true })}
					/>
					<PlanWidget run={run} />
				</>
			) : null}
			{tab?.restricted && !isRunning ? <RestrictedPage kind={tab.restricted} /> : null}
			<ChatPanel
				run={run}
				earlier={state.earlier}
				showThinking={showThinking}
				onDraft={actions.onDraft}
				onEdit={edit}
				isReadable={tab?.restricted === undefined}
			>
				{run ? <Prompts model={model} run={run} now={now} actions={actions} /> : null}
				{run && !isRunning ? (
					<TaskCompletedCard
						run={run}
						isBusy={model.pending.has("run_start")}
						onAgain={() => again(run.query)}
						onEdit={() => edit(run.query)}
					/>
				) : null}
			</ChatPanel>
			{model.isLogOpen ? <LogView lines={model.log} /> : null}
			<Composer
				draft={model.draft}
				lastQuery={model.lastQuery}
				isRunning={isRunning}
				isBusy={model.pending.has("run_start") || model.pending.has("run_note")}
				hold={run ? noteBlockOf(run) : ""}
				problem={problem}
				files={model.files}
				onFiles={actions.onFiles}
				onFileRemoved={actions.onFileRemoved}
				onDraft={actions.onDraft}
				onSend={(sentence) =>
					isRunning && run?.taskId ? void command("run_note", { taskId: run.taskId, text: sentence }, sentence) : start(sentence)
				}
			/>
		</Flex>
	);
}

function Notice({ children }: { readonly children: string }) {
	return (
		<Box role="status" px="3" py="1" bg="bg.note" color="fg.note" fontSize="xs">
			{children}
		</Box>
	);
}

function PanelHeader({ model, state, actions }: Pick<SignedInProps, "model" | "state" | "actions">) {
	return (
		<Stack as="header" gap="1" px="3" py="2" borderBottomWidth="1px" borderColor="line.soft" bg="bg.card">
			<HStack justify="space-between" wrap="wrap" rowGap="0">
				<HStack flex="1 1 8rem" minW="0">
					<Heading as="h1" size="sm">
						{text.product}
					</Heading>
					{state.tab?.domain ? (
						<Badge variant="outline" borderColor="line.strong" minW="0" title={state.tab.domain}>
							<Text as="span" truncate>
								{state.tab.domain}
							</Text>
						</Badge>
					) : null}
				</HStack>
				<HStack gap="0">
					<Button
						size="xs"
						variant="ghost"
						aria-label={model.isLogOpen ? text.log.hide : text.log.show}
						aria-pressed={model.isLogOpen}
						onClick={actions.onToggleLog}
					>
						<ListIcon />
					</Button>
					<Button size="xs" variant="ghost" aria-label={text.account.settings} onClick={actions.onSettings}>
						<GearIcon />
					</Button>
					<Button size="xs" variant="ghost" onClick={() => void actions.command("sign_out", {})}>
						{text.account.signOut}
					</Button>
				</HStack>
			</HStack>
			<HStack justify="space-between" gap="2" rowGap="0" minW="0" wrap="wrap">
				<ModeSwitch
					mode={state.mode}
					isAsking={model.isAskingAutonomous}
					isRunning={state.run?.state === "running"}
					onAskAutonomous={actions.onAskAutonomous}
					onClose={actions.onCloseAutonomous}
					onMode={(mode) => {
						actions.onCloseAutonomous();
						void actions.command("mode_set", { mode });
					}}
				/>
				{state.auth.kind === "signed_in" ? (
					<Text
						flex="1 1 4rem"
						textAlign="end"
						fontSize="xs"
						color="fg.quiet"
						truncate
						title={text.settings.signedInAs(state.auth.user.name, state.auth.user.email, state.auth.tenantName)}
					>
						{text.account.signedInAs(state.auth.user.name)}
					</Text>
				) : null}
			</HStack>
		</Stack>
	);
}

type PromptsProps = { readonly model: PanelModel; readonly run: RunView; readonly now: number; readonly actions: PanelActions };

function Prompts({ model, run, now, actions }: PromptsProps) {
	const { command } = actions;
	const { question, taskId, wait } = run;
	const domain = model.state?.tab?.domain ?? "";
	const isAnswering = model.pending.has("run_answer");
	const answer = (input: { readonly approved?: boolean; readonly answer?: string; readonly done?: true; readonly remember?: "task" }) =>
		question && taskId ? void command("run_answer", { taskId, questionId: question.id, ...input }) : undefined;
	return (
		<>
			{domain !== "" && isNoticeDue(run, model.state?.earlier ?? []) && !model.noticesSeen.has(domain) ? (
				<KnowledgeNotice onClose={(again) => actions.onNoticeClosed(domain, again)} />
			) : null}
			{wait?.kind === "site" ? (
				<PermissionPrompt
					title={wait.withheld ? text.ask.withheldTitle(wait.domain) : text.ask.siteTitle(wait.domain)}
					reason={wait.withheld ? text.ask.withheldText : text.ask.siteText}
					isBusy={model.pending.has("site_grant")}
					onGrant={(scope) => void command("site_grant", { domain: wait.domain, scope })}
					onDeny={() => void command("site_deny", { domain: wait.domain })}
					onChromeGrant={wait.withheld ? () => actions.onChromeGrant(wait) : undefined}
				/>
			) : null}
			{wait?.kind === "trusted" ? (
				<PermissionPrompt
					title={text.ask.trustedTitle(wait.domain)}
					reason={text.ask.trustedText}
					isBusy={model.pending.has("trusted_grant")}
					onGrant={(scope) => void command("trusted_grant", { domain: wait.domain, scope })}
					onDeny={() => void command("trusted_deny", { domain: wait.domain })}
				/>
			) : null}
			{question && wait?.kind === "user" && question.kind === "approval" ? (
				<ConfirmationDialog
					question={question}
					isBusy={isAnswering}
					now={now}
					onAnswer={({ approved, remember }) => answer({ approved, ...(remember ? { remember: "task" } : {}) })}
					onDenyAndStop={() => void command("run_stop", { tabId: run.tabId })}
				/>
			) : null}
			{question && wait?.kind === "user" && question.kind !== "approval" ? (
				<UserInputPrompt
					question={question}
					missing={missingOf(run)}
					isBusy={isAnswering}
					now={now}
					onAnswer={(given) => answer({ answer: given })}
					onDone={() => answer({ done: true })}
				/>
			) : null}
		</>
	);
}
