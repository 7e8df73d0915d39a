import { offeredLoginsRoute } from "@webhand/contracts/authority/login";
import { approvalRoute } from "@webhand/contracts/tools/approvals";
import { lazy, Suspense, useCallback, useEffect, useMemo, useReducer, useState } from "react";
import { attachmentLimits, dropFiles, saveFiles } from "../attachments.ts";
import { problemOf } from "../kit/load/problem.ts";
import { grantStanding } from "../kit/mandates/grant-standing.ts";
import { secondFactorText } from "../kit/second-factor/words.ts";
import { server } from "../kit/server.ts";
import { SpendNotice } from "../kit/spend/spend-notice.tsx";
import { Loading } from "../kit/states.tsx";
import { usePreferences } from "../kit/theme/use-preferences.ts";
import {
	askChrome,
	CommandError,
	openPage,
	openSettings,
	readNoticesSeen,
	rememberNotice,
	saveText,
	send,
	showTab,
	watchRoutinesWish,
} from "../kit/transport.ts";
import type { RunView, Said, TabView, ViewState } from "../panel-state.ts";
import { otherRunOf } from "../panel-state.ts";
import { otherSiteOf } from "./chat/shown/policy.ts";
import { useDraft } from "./chat/shown/use-draft.ts";
import { useFollowedChat } from "./chat/shown/use-followed-chat.ts";
import { useShownChat } from "./chat/shown/use-shown-chat.ts";
import { useStart } from "./chat/shown/use-start.ts";
import { readFailureOf } from "./chat/store/chat-reader.ts";
import { readingOf } from "./chat/store/chat-store.ts";
import { askOutcomeOf, placeLine, shownRunOf, turnsShown } from "./chat/store/shown-run.ts";
import { chatText } from "./chat/words.ts";
import { saveChat } from "./chats/save-chat.ts";
import { useHistory } from "./chats/use-history.ts";
import { useRestore } from "./chats/use-restore.ts";
import { useDecider } from "./header/use-decider.ts";
import { useTenants } from "./header/use-tenants.ts";
import { modeText } from "./header/words.ts";
import { useWaitingWork } from "./host/approvals/use-waiting-work.ts";
import { useTools } from "./host/use-tools.ts";
import { Panel } from "./panel.tsx";
import type { PanelActions } from "./panel-actions.ts";
import type { PanelView } from "./panel-props.ts";
import { createSave } from "./record/save-routine.ts";
import type { PageRead, RoutinesBench } from "./routines/kit/routines-props.ts";
import { SiteRoutines } from "./routines/library/site-routines.tsx";
import { useRoutines } from "./routines/use-routines.ts";
import { commandsOf } from "./state/commands.ts";
import { emptyModel } from "./state/model.ts";
import { ownerKeyOf } from "./state/owner.ts";
import { reduce } from "./state/reducer.ts";
import { RepeatsLine } from "./task/repeats-line.tsx";
import { shareTask } from "./task/share-task.ts";
import { useClientCalls } from "./task/use-client-calls.ts";
import { useTaskEnd } from "./task/use-task-end.ts";

// Few panels show them, so they are loaded when they are opened.
const ToolsView = lazy(() => import("./host/tools-view.tsx").then((loaded) => ({ default: loaded.ToolsView })));
const RoutinesView = lazy(() => import("./routines/routines-view.tsx").then((loaded) => ({ default: loaded.RoutinesView })));

const RecordView = lazy(() => import("./record/record-view.tsx").then((loaded) => ({ default: loaded.RecordView })));

const saveRoutine = createSave(server);

const readApproval: PanelActions["readApproval"] = async (id, signal) =>
	(await server.call(approvalRoute, { params: { id }, signal })).approval;

const grant: PanelActions["grant"] = (wish) =>
	grantStanding(server, wish).then(
		() => "",
		(cause: unknown) => problemOf(cause).message,
	);

const logins: PanelActions["logins"] = {
	offered: (taskId) =>
		server.call(offeredLoginsRoute, { params: { taskId } }).then(
			({ logins }) => logins,
			() => [],
		),
	use: (taskId, loginId) => send("login_use", { taskId, loginId }).catch((cause: unknown) => ({ problem: messageOf(cause) })),
	save: (taskId, name) => send("login_save", { taskId, name }).catch((cause: unknown) => ({ problem: messageOf(cause) })),
};

/** Lets this browser do the rows of a run. @returns why it does not; "" where it does */
const play =
	(tabId: number | undefined): RoutinesBench["onPlay"] =>
	async (runId, { files = [], allowsSite = "" } = {}) => {
		if (tabId === undefined) return chatText.notReachable;
		try {
			const attachments = files.length === 0 ? {} : { attachments: await saveFiles(files) };
			await send("routine_play", { tabId, runId, ...attachments, ...(allowsSite === "" ? {} : { allowsSite }) });
			return "";
		} catch (cause) {
			return messageOf(cause);
		}
	};

/** The page of a tab as text, for the lists on it. */
async function readPage(tabId: number | undefined): Promise<PageRead> {
	if (tabId === undefined) return { kind: "refused", message: chatText.notReachable };
	return await send("page_text", { tabId }).catch((cause: unknown) => ({ kind: "refused" as const, message: messageOf(cause) }));
}

const messageOf = (cause: unknown) => (cause instanceof CommandError ? cause.problem.message : String(cause));

const hostOf = (tab: TabView | null) => (tab === null || tab.restricted !== undefined ? "" : (URL.parse(tab.url)?.host ?? ""));

const organizationOf = (state: ViewState | null) =>
	state?.auth.kind === "signed_in" && state.auth.tenantKind === "organization" ? state.auth.tenantName : "";

const noneSaid: readonly Said[] = [];
const noRuns: readonly RunView[] = [];

export function App() {
	const [model, dispatch] = useReducer(reduce, emptyModel);
	const preferences = usePreferences();
	const command = useMemo(() => commandsOf(dispatch), []);
	const { state } = model;
	const owner = ownerKeyOf(state);
	useEffect(() => {
		void readNoticesSeen().then((domains) => {
			for (const domain of domains) dispatch({ type: "notice_closed", domain });
		});
	}, [owner]);
	const tenants = useTenants(owner);
	const { task, setTask, openTask, ...tools } = useTools(owner);
	const routines = useRoutines(owner, watchRoutinesWish);
	const serverWork = useWaitingWork(server, owner);

	const { autoApproveWrites, autoApproveExec } = preferences;
	const agentSettings = { autoApproveWrites, autoApproveExec };

	const restore = useRestore(state);
	const [isHistoryOpen, setIsHistoryOpen] = useState(false);
	const isDialogOpen = model.isAskingAutonomous || isHistoryOpen || restore.tasks.length > 0 || serverWork.tasks.length > 0;
	const shown = useShownChat(state, { isDialogOpen, isBusy: isDialogOpen || model.draft !== "" || model.files.length > 0 });
	const isOnline = state?.connection.kind !== "offline";
	const history = useHistory({
		owner,
		currentId: shown.chat?.sessionId ?? null,
		isOnline,
		isOpen: isHistoryOpen,
		onOpenChange: setIsHistoryOpen,
		onGone: (sessionId) => (sessionId === shown.chat?.sessionId ? shown.openFresh() : undefined),
	});

	const { store, chat } = useFollowedChat(dispatch, { shown: shown.chat, isOnline });
	const decider = useDecider(owner, state?.auth);

	const local = state?.run ?? null;
	const { run, isRemote } = useMemo(() => shownRunOf(chat, local), [chat, local]);
	const said = state?.said ?? noneSaid;
	const { lateNotes } = model;
	const earlier = state?.earlier ?? noRuns;
	const turns = useMemo(() => turnsShown(chat, { run, said, lateNotes, earlier }), [chat, run, said, lateNotes, earlier]);
	const tab = state?.tab ?? null;
	useClientCalls(server, owner, { tabId: tab?.id, sessionId: shown.chat?.sessionId ?? null });
	const onDraft = useCallback((draft: string) => dispatch({ type: "draft_changed", draft }), []);
	useDraft(shown.chat, model.draft, onDraft);
	const start = useStart(shown.chat, tab);
	useTaskEnd(dispatch, run);

	const hidden = local !== null && local.state === "running" && local !== run ? [otherRunOf(local)] : [];
	const view: PanelView = {
		...model,
		state: state === null ? null : { ...state, run, otherRuns: [...hidden, ...state.otherRuns] },
		conversation: {
			turns,
			hasOlder: chat.conversation?.hasOlder ?? false,
			isLoadingOlder: chat.isLoadingOlder,
			reading: readingOf(chat),
			thought: run?.taskId ? chat.conversation?.tasks.get(run.taskId)?.thought : undefined,
		},
		sessionId: shown.chat?.sessionId,
		place: placeLine(tab, otherSiteOf(shown.chat, tab, isRemote ? null : run), shown.chat?.domain ?? ""),
		history: history.view,
		tenants: tenants.view,
		restore: restore.tasks,
		serverTasks: serverWork.tasks,
		switchedTo: shown.switchedTo === "" ? undefined : shown.switchedTo,
		transport: state?.transport ?? undefined,
		ask: askOutcomeOf(run, said),
		isRemote,
		density: preferences.density,
		start,
		decider,
	};

	const canRecord = tab !== null && tab.restricted === undefined && run?.state !== "running";
	const record = () => {
		// The steps of a recording stand in the place of the chat.
		routines.show(false);
		if (tab !== null) void command("record_start", { tabId: tab.id });
	};
	const email = state?.auth.kind === "signed_in" ? state.auth.user.email : "";
	const failed = (code: string, cause: unknown) => {
		const { message } = readFailureOf(cause);
		dispatch({ type: "command_failed", problem: { command: "run_start", code, message, fields: [] } });
		return false;
	};
	const actions: PanelActions = {
		command,
		onDraft,
		onFiles: (picked) => {
			const tooBig = picked.find(({ size }) => size > attachmentLimits.bytes);
			if (tooBig !== undefined) {
				const message = chatText.fileTooBig(tooBig.name);
				dispatch({ type: "command_failed", problem: { command: "run_attach", code: "FILE_TOO_BIG", message, fields: [] } });
				return;
			}
			void saveFiles(picked).then(async (files) => {
				if (run?.state === "running" && !isRemote) await command("run_attach", { tabId: run.tabId, attachments: files });
				else dispatch({ type: "files_added", files });
			});
		},
		onFileRemoved: (id) => {
			dispatch({ type: "file_removed", id });
			void dropFiles([id]);
		},
		onAskAutonomous: () => {
			const problem = { command: "run_start", code: "MODE_LOCKED", message: modeText.locked, fields: [] } as const;
			dispatch(preferences.mode === "careful" ? { type: "command_failed", problem } : { type: "autonomous_asked" });
		},
		onCloseAutonomous: () => dispatch({ type: "autonomous_closed" }),
		onToggleLog: () => dispatch({ type: "log_toggled" }),
		onNoticeClosed: (domain, again) => {
			dispatch({ type: "notice_closed", domain });
			if (!again) void rememberNotice(domain);
		},
		onSettings: openSettings,
		onTenants: tenants.load,
		onCodesDownload: (codes) =>
			saveText(secondFactorText.recovery.fileName, [secondFactorText.recovery.fileTitle(email), "", ...codes, ""].join("\n")),
		onShowTab: showTab,
		onShowChat: (ofTask) => shown.open({ sessionId: ofTask, domain: tab?.domain }),
		onChromeGrant: (wait) =>
			void askChrome(wait).then((isAllowed) => (isAllowed ? command("site_grant", { domain: wait.domain, scope: "task" }) : undefined)),
		readApproval,
		grant,
		logins,
		onHistory: () => setIsHistoryOpen(true),
		history: {
			...history.actions,
			onOpen: (session) => {
				history.actions.onClose();
				shown.open(session);
			},
		},
		onNewChat: () => {
			if (routines.isOpen) routines.show(false);
			if (tools.isOpen) tools.onToggle();
			shown.openFresh();
		},
		restore: {
			onContinue: (task) => {
				restore.close([task.taskId]);
				shown.open({ sessionId: task.sessionId, domain: task.domain });
				if (tab !== null) void command("run_restore", { tabId: tab.id, taskId: task.taskId });
			},
			onOpenPage: (task) => {
				restore.close([task.taskId]);
				openPage(task.url);
			},
			onDismiss: (task) => {
				restore.close([task.taskId]);
				void command("task_cancel", { taskId: task.taskId });
			},
			onOpenServerTask: (session) => {
				serverWork.close([session.id]);
				openTask(session);
			},
			onCancelServerTask: ({ id }) => serverWork.cancel(id),
			onLater: () => {
				restore.closeAll();
				serverWork.close(serverWork.tasks.map(({ id }) => id));
			},
		},
		onLoadOlder: () => void store.loadOlder(),
		onReadAgain: store.retry,
		onResend: () => void command("said_send", {}),
		onLateNoteUsed: (note) => {
			dispatch({ type: "late_note_used", text: note });
			for (const { id } of said.filter((one) => one.state === "refused" && one.text === note)) void command("said_drop", { id });
		},
		onExport: (ended, format) => void saveChat(ended, format).catch((cause: unknown) => failed("NOT_EXPORTED", cause)),
		onShare: (taskId, isWanted) =>
			shareTask(taskId, isWanted).then(
				() => true,
				(cause: unknown) => failed("NOT_SHARED", cause),
			),
	};

	return (
		<Panel
			model={view}
			showThinking={preferences.showThinking}
			actions={actions}
			recording={
				state?.recording == null ? null : (
					<Suspense fallback={<Loading lines={4} />}>
						<RecordView
							recording={state.recording}
							tabId={tab?.id}
							organization={organizationOf(state)}
							pending={model.pending}
							problem={model.problem}
							command={command}
							save={saveRoutine}
							askChrome={(origins) => askChrome({ origins })}
							onShowTab={showTab}
							onTry={(id) => routines.open({ kind: "routine", id })}
						/>
					</Suspense>
				)
			}
			// A task that ends may have brought its person near a limit.
			notice={<SpendNotice key={`${owner} ${state?.run?.taskId ?? ""} ${state?.run?.state ?? ""}`} api={server} />}
			routines={{
				isOpen: routines.isOpen && !tools.isOpen,
				onToggle: () => {
					if (tools.isOpen) tools.onToggle();
					routines.show(tools.isOpen || !routines.isOpen);
				},
				onSaveTask: (taskId) => routines.open({ kind: "save", taskId }),
				onReadList: (words) => routines.open({ kind: "read", ...(words === undefined ? {} : { words }) }),
				ofSite:
					owner === null || hostOf(tab) === "" ? null : (
						<SiteRoutines
							key={`${owner} ${hostOf(tab)}`}
							api={server}
							host={hostOf(tab)}
							onOpen={(id) => routines.open({ kind: "routine", id })}
						/>
					),
				suggestionFor: (taskId) => (
					<RepeatsLine key={taskId} api={server} taskId={taskId} onSave={(repeats) => routines.open({ kind: "save", taskId, repeats })} />
				),
				view: routines.wasOpened ? (
					<Suspense fallback={<Loading lines={4} />}>
						<RoutinesView
							key={owner}
							api={server}
							me={state?.auth.kind === "signed_in" ? state.auth.user.id : ""}
							isShown={routines.isOpen && !tools.isOpen}
							host={hostOf(tab)}
							address={tab?.url ?? ""}
							readPage={() => readPage(tab?.id)}
							askChrome={(origins) => askChrome({ origins })}
							plays={state?.plays ?? []}
							mode={state?.mode ?? "careful"}
							isModeLocked={preferences.mode === "careful"}
							organization={organizationOf(state)}
							place={routines.place}
							go={routines.go}
							onRecord={canRecord ? record : undefined}
							onPlay={play(tab?.id)}
							readApproval={readApproval}
							grant={grant}
							onLeave={(runId) => void command("routine_leave", { runId })}
							onShowTab={(tabId) => {
								// What a row asks stands in the chat of its tab.
								routines.show(false);
								showTab(tabId);
							}}
							onSite={(domain, answer) =>
								void (answer === "no" ? command("site_deny", { domain }) : command("site_grant", { domain, scope: answer }))
							}
							onSave={saveText}
							onEdit={(id) => openSettings(`routines/${id}/edit`)}
							onTrace={(taskId) => openSettings(`traces/${taskId}`)}
						/>
					</Suspense>
				) : null,
			}}
			tools={{
				...tools,
				waiting: serverWork.waiting,
				view: tools.wasOpened ? (
					<Suspense fallback={<Loading lines={4} />}>
						<ToolsView
							key={owner}
							api={server}
							isShown={tools.isOpen}
							isNoticeSeen={preferences.serverToolsNoticeSeen}
							onNoticeSeen={() => void command("preferences_set", { preferences: { serverToolsNoticeSeen: true } })}
							settings={agentSettings}
							onSettings={(part) => void command("preferences_set", { preferences: part })}
							task={task}
							onTask={setTask}
						/>
					</Suspense>
				) : null,
			}}
		/>
	);
}
