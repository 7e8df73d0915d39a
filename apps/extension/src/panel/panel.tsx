import { Box, Flex, Heading, VisuallyHidden } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import type { TaskId } from "@webhand/contracts/ids";
import type { ReactNode } from "react";
import { useState } from "react";
import { useNow } from "../kit/now.ts";
import { Loading, Notice } from "../kit/states.tsx";
import { formatClock } from "../kit/words/format.ts";
import { statesText } from "../kit/words/state-words.ts";
import type { RunView, ViewState } from "../panel-state.ts";
import { Prompts } from "./ask/prompts.tsx";
import { ChatPanel } from "./chat/chat-panel.tsx";
import { Composer } from "./chat/composer.tsx";
import { LogView } from "./chat/log-view.tsx";
import { ReadProposal } from "./chat/read-proposal.tsx";
import { RestrictedPage } from "./chat/restricted-page.tsx";
import { chatText } from "./chat/words.ts";
import { ChatHistoryDrawer } from "./chats/chat-history-drawer.tsx";
import { SessionRestoreDialog } from "./chats/session-restore-dialog.tsx";
import { sessionsText } from "./chats/words.ts";
import type { Leaving } from "./header/leave-dialog.tsx";
import { LeaveDialog, leavingBy } from "./header/leave-dialog.tsx";
import { AutonomousDialog } from "./header/mode-switch.tsx";
import { PanelHeader } from "./header/panel-header.tsx";
import { SwitchProblem } from "./header/switch-problem.tsx";
import type { PanelActions } from "./panel-actions.ts";
import type { PanelView } from "./panel-props.ts";
import { isShownStep } from "./sign-in/sign-in-steps.tsx";
import { SignIn } from "./sign-in/sign-in-view.tsx";
import { tenantsText } from "./sign-in/words.ts";
import { conversationOf } from "./state/select.ts";
import { ClientBar } from "./task/client-bar.tsx";
import { RunningBar } from "./task/running-bar.tsx";
import { TaskBar } from "./task/task-bar.tsx";
import { TaskCompletedCard } from "./task/task-completed-card.tsx";
import { text } from "./words.ts";

/** The server tools: drawn since they were opened first, and hidden while the chat is shown, so nothing typed is lost. */
export type PanelTools = {
	readonly isOpen: boolean;
	readonly onToggle: () => void;
	/** Questions of server-run tasks that wait for the person. */
	readonly waiting: number;
	readonly view: ReactNode;
};

/** The routines, likewise. */
export type PanelRoutines = {
	readonly isOpen: boolean;
	readonly onToggle: () => void;
	/** Makes a routine of a finished task. */
	readonly onSaveTask: (taskId: TaskId) => void;
	/** Reads a list of the page in front into a table. @param words the columns that were named */
	readonly onReadList?: (words?: string) => void;
	/** Routines of the site in front, in an empty chat. */
	readonly ofSite?: ReactNode;
	/** What stands below a finished task that may become a routine. */
	readonly suggestionFor?: (taskId: TaskId) => ReactNode;
	readonly view: ReactNode;
};

type Props = {
	readonly model: PanelView;
	readonly showThinking: boolean;
	readonly actions: PanelActions;
	readonly tools?: PanelTools | undefined;
	readonly routines?: PanelRoutines | undefined;
	/** The recording, in place of the chat. */
	readonly recording?: ReactNode;
	/** What the person should know before the next task. */
	readonly notice?: ReactNode;
};

/** The side panel: sign-in, or the conversation with its surroundings. */
export function Panel({ model, showThinking, actions, tools, routines, recording, notice }: Props) {
	const { state } = model;
	const isAgeShown = model.history?.isOpen === true || (model.restore ?? []).length + (model.serverTasks ?? []).length > 0;
	const now = useNow(state?.run?.state === "running" || isAgeShown);
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
	if (isShownStep(state.signingIn) || state.auth.kind === "signed_out") return <SignIn model={model} state={state} actions={actions} />;
	const views = { tools, routines, recording, notice };
	return <SignedIn model={model} state={state} now={now} showThinking={showThinking} actions={actions} {...views} />;
}

type SignedInProps = Props & { readonly state: ViewState; readonly now: number };

function SignedIn({ model, state, now, showThinking, actions, tools, routines, recording, notice }: SignedInProps) {
	const { run, tab } = state;
	const { command } = actions;
	const isChatHidden = tools?.isOpen === true || routines?.isOpen === true;
	const isRunning = run?.state === "running";
	// A task of another device has no tab here.
	const tabId = model.isRemote ? tab?.id : (run?.tabId ?? tab?.id);
	const inChat = model.sessionId === undefined ? {} : { sessionId: model.sessionId };
	const withTab = (act: (tabId: number) => void) => (tabId === undefined ? undefined : act(tabId));
	const attached = model.files.length === 0 ? {} : { attachments: [...model.files] };
	const start = (sentence: string) =>
		withTab((id) => void command("run_start", { tabId: id, query: sentence, ...inChat, ...attached }, sentence));
	// The draft and files of the next instruction stay.
	const again = (query: string) => withTab((id) => void command("run_start", { tabId: id, query, ...inChat }));
	// The draft stays above the added instruction.
	const edit = (sentence: string) =>
		actions.onDraft(model.draft.includes(sentence) ? model.draft : [model.draft.trim(), sentence].filter((part) => part !== "").join("\n"));
	const stop = (stopped: RunView) =>
		model.isRemote && stopped.taskId !== null
			? void command("task_cancel", { taskId: stopped.taskId })
			: void command("run_stop", { tabId: stopped.tabId });
	const problem =
		model.problem && ["run_start", "record_start", "run_note", "run_attach", "run_restore", "task_cancel"].includes(model.problem.command)
			? model.problem.message
			: "";
	const onMode = (mode: Mode) => (mode === "autonomous" ? actions.onAskAutonomous() : void command("mode_set", { mode }));
	const account = state.auth.kind === "signed_in" ? state.auth : null;
	const tasks = [...(isRunning && !model.isRemote ? [run] : []), ...state.otherRuns].filter((task) => task.state === "running");
	const [leaving, setLeaving] = useState<Leaving | null>(null);
	const go = (left: Leaving) => {
		setLeaving(null);
		if (left.kind === "sign_out" || left.tenant.signIn === "password") return void command("sign_out", {});
		if (left.tenant.signIn === "provider" && account !== null)
			return void command("sign_in_provider", { serverUrl: state.serverUrl, email: account.user.email });
		void command("tenant_switch", { tenantId: left.tenant.tenantId });
	};
	const leave = (left: Leaving) => (leavingBy(left, tasks.length) ? setLeaving(left) : go(left));
	const { onShare } = actions;
	const shareOf = (taskId: RunView["taskId"]) =>
		onShare === undefined || taskId === null || account?.tenantKind !== "organization"
			? undefined
			: (isWanted: boolean) => onShare(taskId, isWanted);
	const proposalFor = (order: string) => (
		<ReadProposal order={order} onRead={tab === null || tab.restricted !== undefined ? undefined : routines?.onReadList} />
	);
	const routineOf = ({ taskId, state: end, client, row, query }: RunView) => {
		if (routines === undefined || client !== undefined || row !== undefined) return {};
		if (taskId === null || end !== "completed") return { suggestion: proposalFor(query) };
		const suggestion = (
			<>
				{proposalFor(query)}
				{routines.suggestionFor?.(taskId)}
			</>
		);
		return { onSaveRoutine: () => routines.onSaveTask(taskId), suggestion };
	};
	const {
		history,
		restore = [],
		serverTasks = [],
		conversation = { turns: conversationOf(run, state.earlier), hasOlder: false, isLoadingOlder: false },
	} = model;
	return (
		<Flex as="main" direction="column" h="100vh" minW="0" data-density={model.density ?? "comfortable"}>
			{state.auth.kind === "signed_in" ? (
				<PanelHeader
					account={state.auth}
					domain={model.place ?? tab?.domain ?? ""}
					mode={state.mode}
					connection={state.connection.kind === "offline" ? "offline" : (model.transport ?? null)}
					decider={model.decider}
					isLogOpen={model.isLogOpen}
					isHistoryOpen={history?.isOpen === true}
					onHistory={history === undefined ? undefined : actions.onHistory}
					onNewChat={actions.onNewChat}
					isRoutinesOpen={routines?.isOpen === true}
					onRoutines={routines?.onToggle}
					isToolsOpen={tools?.isOpen === true}
					onTools={tools?.onToggle}
					waiting={tools?.waiting ?? 0}
					onMode={onMode}
					onToggleLog={actions.onToggleLog}
					tenants={model.tenants}
					onTenants={actions.onTenants}
					onTenant={(tenant) => leave({ kind: "switch", tenant })}
					onWaiting={() => actions.onSettings("waiting")}
					onSettings={() => actions.onSettings()}
					onSignOut={() => leave({ kind: "sign_out" })}
				/>
			) : null}
			{model.pending.has("tenant_switch") ? <Notice>{tenantsText.switching}</Notice> : null}
			<SwitchProblem problem={model.problem} state={state} onClose={() => void command("sign_in_cancel", {})} />
			{state.connection.kind === "offline" ? <Notice>{statesText.offlineSince(formatClock(state.connection.since))}</Notice> : null}
			{model.link === "lost" ? <Notice>{chatText.notReachable}</Notice> : null}
			{notice}
			<RunningBar
				runs={state.otherRuns}
				ownTabId={tab?.id}
				onGo={({ tabId: ofRun, sessionId }) => (ofRun === tab?.id ? actions.onShowChat(sessionId) : actions.onShowTab(ofRun))}
				onStop={(id) => void command("run_stop", { tabId: id })}
			/>
			{run ? (
				<>
					<ClientBar run={run} />
					<TaskBar
						run={run}
						now={now}
						isRemote={model.isRemote}
						onStop={() => stop(run)}
						onTakeOver={() =>
							withTab((id) => (run.taskId === null ? undefined : void command("run_restore", { tabId: id, taskId: run.taskId })))
						}
						onPause={() => void command("run_pause", { tabId: run.tabId })}
						onResume={() => void command("run_resume", { tabId: run.tabId })}
						onLeave={() => void command("run_stop", { tabId: run.tabId, leave: true })}
					/>
				</>
			) : null}
			<Flex direction="column" flex="1" minH="0" display={tools?.isOpen === true ? "flex" : "none"}>
				{tools?.view}
			</Flex>
			<Flex direction="column" flex="1" minH="0" display={routines?.isOpen === true ? "flex" : "none"}>
				{routines?.view}
			</Flex>
			{isChatHidden || state.recording === null ? null : recording}
			{isChatHidden || state.recording !== null ? null : (
				<>
					{tab?.restricted && !isRunning ? <RestrictedPage kind={tab.restricted} /> : null}
					<ChatPanel
						run={run}
						now={now}
						conversation={conversation}
						showThinking={showThinking}
						onLoadOlder={() => actions.onLoadOlder?.()}
						onReadAgain={() => actions.onReadAgain?.()}
						onResend={(key) => actions.onResend?.(key)}
						onUseAsTask={(sentence) => {
							edit(sentence);
							actions.onLateNoteUsed?.(sentence);
						}}
						onEdit={isRunning ? null : edit}
						onExample={actions.onDraft}
						isReadable={tab?.restricted === undefined}
						start={model.start}
						onShowChat={actions.onShowChat}
						onReadList={routines?.onReadList && (() => routines.onReadList?.())}
						siteRoutines={routines?.ofSite}
					>
						{run && restore.length === 0 ? <Prompts model={model} run={run} now={now} actions={actions} onStop={() => stop(run)} /> : null}
						{run && !isRunning ? (
							<TaskCompletedCard
								run={run}
								isBusy={model.pending.has("run_start")}
								onAgain={() => again(run.query)}
								onEdit={() => edit(run.query)}
								onExample={actions.onDraft}
								onSetUpModel={account?.roles.includes("admin") === true ? () => actions.onSettings("model") : undefined}
								onExport={actions.onExport === undefined ? undefined : (format) => actions.onExport?.(run, format)}
								onShare={shareOf(run.taskId)}
								{...routineOf(run)}
							/>
						) : null}
					</ChatPanel>
					{model.isLogOpen ? <LogView lines={model.log} onClose={actions.onToggleLog} /> : null}
					{isRunning ? null : proposalFor(model.draft)}
					<Composer
						draft={model.draft}
						lastQuery={model.lastQuery}
						isRunning={isRunning}
						isBusy={model.pending.has("run_start") || model.pending.has("run_note")}
						mode={state.mode}
						onMode={onMode}
						problem={problem}
						files={model.files}
						onFiles={actions.onFiles}
						onFileRemoved={actions.onFileRemoved}
						onRecord={
							isRunning || tab === null || tab.restricted !== undefined ? undefined : () => void command("record_start", { tabId: tab.id })
						}
						onDraft={actions.onDraft}
						onSend={(sentence) =>
							isRunning ? void command("run_note", { runKey: run.runKey, taskId: run.taskId, text: sentence }, sentence) : start(sentence)
						}
					/>
				</>
			)}
			<VisuallyHidden role="status">{model.switchedTo ? sessionsText.switchedTo(model.switchedTo) : ""}</VisuallyHidden>
			{account === null ? null : (
				<LeaveDialog
					leaving={leaving}
					tenantName={account.tenantName}
					tasks={tasks.map(({ query }) => query)}
					onClose={() => setLeaving(null)}
					onConfirm={go}
				/>
			)}
			<AutonomousDialog
				isOpen={model.isAskingAutonomous}
				isRunning={isRunning}
				onClose={actions.onCloseAutonomous}
				onConfirm={() => {
					actions.onCloseAutonomous();
					void command("mode_set", { mode: "autonomous" });
				}}
			/>
			{history && actions.history ? <ChatHistoryDrawer history={history} now={now} {...actions.history} /> : null}
			{actions.restore ? (
				<SessionRestoreDialog tasks={restore} serverTasks={serverTasks} domain={tab?.domain ?? ""} now={now} {...actions.restore} />
			) : null}
		</Flex>
	);
}
