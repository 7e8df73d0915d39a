import { LoginId, RoutineId } from "@webhand/contracts/ids";
import { Panel } from "../../src/panel/panel.tsx";
import type { PanelActions } from "../../src/panel/panel-actions.ts";
import { RecordView } from "../../src/panel/record/record-view.tsx";
import { idleActions, mountGallery, told } from "../gallery-frame.tsx";
import { readSample } from "./sample-approvals.ts";
import { galleryStates } from "./states.ts";

const routineId = RoutineId.parse(`rtn_${"a".repeat(22)}`);
const loginId = LoginId.parse(`lgn_${"a".repeat(22)}`);
const actions: PanelActions = {
	...idleActions,
	command: async (type, input) => {
		told.push([type, input]);
		return true;
	},
	onDraft: (draft) => told.push(["draft", draft]),
	readApproval: readSample,
	logins: {
		...idleActions.logins,
		offered: async () => [{ id: loginId, name: "Shop", username: "ada@shop.example", parts: ["username", "password", "code"] }],
		use: async () => ({ filled: ["username", "password"] }),
	},
	onHistory: () => told.push(["history"]),
	onNewChat: () => told.push(["new_chat"]),
	onLoadOlder: () => told.push(["older"]),
	onResend: (key) => told.push(["resend", key]),
	onExport: (run, format) => told.push(["export", run.runKey, format]),
	onShare: async (taskId, isWanted) => {
		told.push(["share", taskId, isWanted]);
		return true;
	},
	history: {
		onClose: () => told.push(["close"]),
		onQuery: (query) => told.push(["query", query]),
		onFilter: (filter) => told.push(["filter", filter]),
		onOpen: ({ title }) => told.push(["open", title]),
		onRename: (_id, title) => told.push(["rename", title]),
		onArchive: ({ title }) => told.push(["archive", title]),
		onDelete: (id) => told.push(["delete", id]),
		onExport: (id, format) => told.push(["export", id, format]),
		onMore: () => told.push(["more"]),
		onRetry: () => told.push(["retry"]),
	},
	restore: {
		onContinue: ({ query }) => told.push(["continue", query]),
		onOpenPage: ({ url }) => told.push(["open_page", url]),
		onDismiss: ({ query }) => told.push(["dismiss", query]),
		onOpenServerTask: ({ task }) => told.push(["open_server_task", task]),
		onCancelServerTask: ({ task }) => told.push(["cancel_server_task", task]),
		onLater: () => told.push(["later"]),
	},
};

const routines = {
	isOpen: false,
	onToggle: () => told.push(["routines"]),
	onSaveTask: (taskId: string) => told.push(["save_routine", taskId]),
	view: null,
};

function Gallery({ name }: { readonly name: string }) {
	// `a/b` shows `a`, then `b` in the same panel.
	const [first = "", now = first] = name.split("/");
	const model = galleryStates[now];
	const recording = model?.state?.recording;
	const recordView = recording ? (
		<RecordView
			recording={recording}
			tabId={7}
			organization="Demo"
			pending={new Set()}
			problem={null}
			command={actions.command}
			save={async (id, body) => {
				told.push(["save", id, body]);
				return { ok: true, routine: { id: routineId, name: body.name } };
			}}
			askChrome={async () => true}
			onShowTab={actions.onShowTab}
			onTry={(id) => told.push(["try", id])}
		/>
	) : null;
	if (model)
		return (
			<Panel
				key={first}
				model={model}
				showThinking={["thinking", "thinking-slow"].includes(now)}
				actions={actions}
				routines={routines}
				recording={recordView}
			/>
		);
	return null;
}

mountGallery((name) => <Gallery name={name} />);
