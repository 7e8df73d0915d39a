import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "../../src/ui/kit/provider.tsx";
import type { PanelActions } from "../../src/ui/panel.tsx";
import { Panel } from "../../src/ui/panel.tsx";
import { galleryStates } from "./states.ts";

const nothing = () => undefined;
const told: unknown[] = [];
Object.assign(globalThis, { told });
const actions: PanelActions = {
	command: async (type, input) => {
		told.push([type, input]);
		return true;
	},
	onDraft: (draft) => told.push(["draft", draft]),
	onFiles: nothing,
	onFileRemoved: nothing,
	onAskAutonomous: nothing,
	onCloseAutonomous: nothing,
	onToggleLog: nothing,
	onNoticeClosed: nothing,
	onSettings: nothing,
	onShowTab: nothing,
	onChromeGrant: nothing,
};

function Gallery() {
	const [name, setName] = useState("");
	useEffect(() => {
		const follow = () => setName(location.hash.slice(1));
		follow();
		addEventListener("hashchange", follow);
		return () => removeEventListener("hashchange", follow);
	}, []);
	// `a/b` shows `a`, then `b` in the same panel.
	const [first = "", now = first] = name.split("/");
	const model = galleryStates[now];
	if (model) return <Panel key={first} model={model} showThinking={true} actions={actions} />;
	return null;
}

createRoot(document.getElementById("root") ?? document.body).render(
	<Provider>
		<Gallery />
	</Provider>,
);
