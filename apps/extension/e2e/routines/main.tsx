import { useState } from "react";
import { Panel } from "../../src/panel/panel.tsx";
import { RoutinesView } from "../../src/panel/routines/routines-view.tsx";
import { emptyModel } from "../../src/panel/state/model.ts";
import { RepeatsLine } from "../../src/panel/task/repeats-line.tsx";
import { scriptedApi } from "../console/scripted-api.ts";
import { signedIn } from "../gallery/sample-run.ts";
import { idleActions, mountGallery, told } from "../gallery-frame.tsx";
import type { RoutinesState } from "./states.ts";
import { routinesStates, samplePage } from "./states.ts";

function Shown({ state }: { readonly state: RoutinesState }) {
	const [api] = useState(() => scriptedApi(state.replies(), told));
	const [place, setPlace] = useState(state.place);
	const [isOpen, setIsOpen] = useState(state.task === undefined && state.draft === undefined);
	return (
		<Panel
			model={{
				...emptyModel,
				draft: state.draft ?? "",
				link: "connected",
				state: { ...signedIn, run: state.task ?? null },
				transport: "connected",
			}}
			showThinking={false}
			actions={idleActions}
			routines={{
				isOpen,
				onToggle: () => setIsOpen(!isOpen),
				onSaveTask: (taskId) => setPlace({ kind: "save", taskId }),
				onReadList: (words) => {
					setPlace({ kind: "read", ...(words === undefined ? {} : { words }) });
					setIsOpen(true);
				},
				suggestionFor: (taskId) => (
					<RepeatsLine
						api={api}
						taskId={taskId}
						onSave={(repeats) => {
							setPlace({ kind: "save", taskId, repeats });
							setIsOpen(true);
						}}
					/>
				),
				view: (
					<RoutinesView
						api={api}
						me={signedIn.auth.kind === "signed_in" ? signedIn.auth.user.id : ""}
						isShown={isOpen}
						host="shop.example"
						plays={state.plays ?? []}
						mode="careful"
						isModeLocked={state.isModeLocked ?? false}
						organization="Demo"
						place={place}
						go={setPlace}
						address="https://shop.example/invoices"
						readPage={async () => state.page ?? samplePage}
						askChrome={async (origins) => {
							told.push(["ask", origins]);
							return false;
						}}
						onPlay={async (runId, { files = [], allowsSite = "" } = {}) => {
							told.push(["play", runId, files.map(({ name }) => name), ...(allowsSite ? ["on this page"] : [])]);
							return state.playProblem ?? "";
						}}
						readApproval={() => new Promise<never>(() => undefined)}
						grant={async (wish) => {
							told.push(["grant", wish]);
							return "";
						}}
						onRecord={() => told.push(["record"])}
						onLeave={(runId) => told.push(["leave", runId])}
						onSite={(domain, answer) => told.push(["site", { domain, answer }])}
						onShowTab={(tabId) => told.push(["tab", tabId])}
						onSave={(name) => told.push(["save", name])}
						onEdit={(id) => told.push(["edit", id])}
						onTrace={(taskId) => told.push(["trace", taskId])}
					/>
				),
			}}
		/>
	);
}

mountGallery((name) => {
	const state = routinesStates[name.split("/")[0] ?? ""];
	return state === undefined ? null : <Shown key={name} state={state} />;
});
