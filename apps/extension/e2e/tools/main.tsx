import type { ComponentProps } from "react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "../../src/kit/theme/provider.tsx";
import { ToolsView } from "../../src/panel/host/tools-view.tsx";
import { Panel } from "../../src/panel/panel.tsx";
import type { PanelActions } from "../../src/panel/panel-actions.ts";
import { emptyModel } from "../../src/panel/state/model.ts";
import { scriptedApi } from "../console/scripted-api.ts";
import { signedIn } from "../gallery/sample-run.ts";
import type { ToolsState } from "./states.ts";
import { toolsStates } from "./states.ts";

const nothing = () => undefined;
/** What the views asked of the server. */
const told: unknown[] = [];
Object.assign(globalThis, { told });
const actions: PanelActions = {
	command: async () => true,
	onDraft: nothing,
	onFiles: nothing,
	onFileRemoved: nothing,
	onAskAutonomous: nothing,
	onCloseAutonomous: nothing,
	onToggleLog: nothing,
	onNoticeClosed: nothing,
	readApproval: () => new Promise<never>(() => undefined),
	onSettings: nothing,
	onShowTab: nothing,
	onShowChat: nothing,
	onChromeGrant: nothing,
	onHistory: nothing,
	onNewChat: nothing,
};

function Gallery() {
	const [name, setName] = useState("");
	useEffect(() => {
		const follow = () => setName(location.hash.slice(1));
		follow();
		addEventListener("hashchange", follow);
		return () => removeEventListener("hashchange", follow);
	}, []);
	const state = toolsStates[name.split("/")[0] ?? ""];
	return state === undefined ? null : <Shown key={name} state={state} />;
}

function Shown({ state }: { readonly state: ToolsState }) {
	const [api] = useState(() => scriptedApi(state.replies(), told));
	const [isSeen, setIsSeen] = useState(state.isNoticeSeen ?? true);
	const [isOpen, setIsOpen] = useState(true);
	const [settings, setSettings] = useState({ autoApproveWrites: false, autoApproveExec: false });
	const [task, setTask] = useState<ComponentProps<typeof ToolsView>["task"]>(null);
	return (
		<Panel
			model={{ ...emptyModel, link: "connected", state: signedIn, transport: "connected" }}
			showThinking={false}
			actions={actions}
			tools={{
				isOpen,
				onToggle: () => setIsOpen(!isOpen),
				waiting: state.waiting ?? 0,
				view: (
					<ToolsView
						api={api}
						isShown={isOpen}
						isNoticeSeen={isSeen}
						onNoticeSeen={() => setIsSeen(true)}
						settings={settings}
						onSettings={(part) => setSettings({ ...settings, ...part })}
						task={task}
						onTask={setTask}
					/>
				),
			}}
		/>
	);
}

createRoot(document.getElementById("root") ?? document.body).render(
	<Provider>
		<Gallery />
	</Provider>,
);
