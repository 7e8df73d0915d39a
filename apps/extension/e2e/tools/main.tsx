import type { ComponentProps } from "react";
import { useState } from "react";
import { ToolsView } from "../../src/panel/host/tools-view.tsx";
import { Panel } from "../../src/panel/panel.tsx";
import { emptyModel } from "../../src/panel/state/model.ts";
import { scriptedApi } from "../console/scripted-api.ts";
import { signedIn } from "../gallery/sample-run.ts";
import { idleActions, mountGallery, told } from "../gallery-frame.tsx";
import type { ToolsState } from "./states.ts";
import { toolsStates } from "./states.ts";

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
			actions={idleActions}
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

mountGallery((name) => {
	const state = toolsStates[name.split("/")[0] ?? ""];
	return state === undefined ? null : <Shown key={name} state={state} />;
});
