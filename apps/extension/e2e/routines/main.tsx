import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "../../src/kit/theme/provider.tsx";
import { Panel } from "../../src/panel/panel.tsx";
import type { PanelActions } from "../../src/panel/panel-actions.ts";
import { RoutinesView } from "../../src/panel/routines/routines-view.tsx";
import { emptyModel } from "../../src/panel/state/model.ts";
import { scriptedApi } from "../console/scripted-api.ts";
import { signedIn } from "../gallery/sample-run.ts";
import type { RoutinesState } from "./states.ts";
import { routinesStates } from "./states.ts";

const nothing = () => undefined;
/** What the views asked of the server and of the panel. */
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
	const state = routinesStates[name.split("/")[0] ?? ""];
	return state === undefined ? null : <Shown key={name} state={state} />;
}

function Shown({ state }: { readonly state: RoutinesState }) {
	const [api] = useState(() => scriptedApi(state.replies(), told));
	const [place, setPlace] = useState(state.place);
	const [isOpen, setIsOpen] = useState(true);
	return (
		<Panel
			model={{ ...emptyModel, link: "connected", state: signedIn, transport: "connected" }}
			showThinking={false}
			actions={actions}
			routines={{
				isOpen,
				onToggle: () => setIsOpen(!isOpen),
				onSaveTask: (taskId) => setPlace({ kind: "save", taskId }),
				view: (
					<RoutinesView
						api={api}
						isShown={isOpen}
						host="shop.example"
						plays={state.plays ?? []}
						mode="careful"
						isModeLocked={state.isModeLocked ?? false}
						organization="Demo"
						place={place}
						go={setPlace}
						onPlay={async (runId, files = []) => {
							told.push(["play", runId, files.map(({ name }) => name)]);
							return state.playProblem ?? "";
						}}
						onLeave={(runId) => told.push(["leave", runId])}
						onShowTab={(tabId) => told.push(["tab", tabId])}
						onSave={(name) => told.push(["save", name])}
						onTrace={(taskId) => told.push(["trace", taskId])}
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
