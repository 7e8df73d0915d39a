import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "../src/kit/theme/provider.tsx";
import type { PanelActions } from "../src/panel/panel-actions.ts";

const nothing = () => undefined;

/** What the shown views asked of the server and of their surroundings; tests read it by its name. */
export const told: unknown[] = [];
Object.assign(globalThis, { told });

/** Surroundings of a panel that do nothing. */
export const idleActions: PanelActions = {
	command: async () => true,
	onDraft: nothing,
	onFiles: nothing,
	onFileRemoved: nothing,
	onAskAutonomous: nothing,
	onCloseAutonomous: nothing,
	onToggleLog: nothing,
	onNoticeClosed: nothing,
	grant: async () => "",
	logins: { offered: async () => [], use: async () => ({ filled: [] }), save: async (_task, name) => ({ name }) },
	readApproval: () => new Promise<never>(() => undefined),
	onSettings: nothing,
	onShowTab: nothing,
	onShowChat: nothing,
	onChromeGrant: nothing,
	onHistory: nothing,
	onNewChat: nothing,
};

/** Shows the state that the hash of the address names, and another one when it changes. */
export function mountGallery(shown: (name: string) => ReactNode): void {
	createRoot(document.getElementById("root") ?? document.body).render(
		<Provider>
			<Gallery shown={shown} />
		</Provider>,
	);
}

function Gallery({ shown }: { readonly shown: (name: string) => ReactNode }) {
	const [name, setName] = useState("");
	useEffect(() => {
		const follow = () => setName(location.hash.slice(1));
		follow();
		addEventListener("hashchange", follow);
		return () => removeEventListener("hashchange", follow);
	}, []);
	return shown(name);
}
