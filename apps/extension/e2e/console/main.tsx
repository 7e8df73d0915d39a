import { upload } from "@webhand/client/upload";
import { addDocumentRoute } from "@webhand/contracts/knowledge/documents";
import { useCallback, useState } from "react";
import type { Go } from "../../src/console/place/place.ts";
import { Shell } from "../../src/console/shell/shell.tsx";
import { SecuritySections } from "../../src/console/you/settings/security/security-sections.tsx";
import { SettingsPage } from "../../src/console/you/settings/settings-page.tsx";
import { mountGallery, told } from "../gallery-frame.tsx";
import { scriptedApi } from "./scripted-api.ts";
import type { ConsoleState } from "./states.ts";
import { consoleStates } from "./states.ts";

const nothing = () => undefined;

/** Tests send files with them. */
Object.assign(globalThis, { upload, addDocumentRoute });

/** One state; links and keys change the address within it, not the gallery's. */
function Shown({ state }: { readonly state: ConsoleState }) {
	const [path, setPath] = useState(state.path);
	const [api] = useState(() => scriptedApi(state.replies ?? {}, told));
	const go = useCallback<Go>((next) => {
		told.push(["go", next]);
		setPath(next);
	}, []);
	return (
		<Shell
			path={path}
			go={go}
			auth={state.view.auth}
			api={api}
			onOpenPanel={nothing}
			settings={
				<SettingsPage
					state={state.view}
					version="0.1.0"
					preferences={{
						theme: "system",
						density: "comfortable",
						showThinking: true,
						notifyOnFinish: false,
						mode: "autonomous",
						serverToolsNoticeSeen: false,
						autoApproveWrites: false,
						autoApproveExec: false,
						mailWhenWaiting: false,
						language: "system",
					}}
					isNotifyRefused={state.isNotifyRefused ?? false}
					server={{
						isBusy: false,
						problem: "",
						test: state.asked === undefined ? { kind: "ok", latencyMs: 12, signedIn: true } : { kind: "unreachable", reason: "silent" },
						isSaved: false,
						asked: state.asked ?? "",
						onEdit: nothing,
						onTest: nothing,
						onSave: nothing,
						onConfirm: nothing,
						onCancel: nothing,
					}}
					onPreferences={(part) => told.push(["preferences", part])}
					onOpenPanel={nothing}
					onRevoke={nothing}
					onTrustedRevoke={nothing}
					onSignOut={nothing}
					security={<SecuritySections api={api} email="ada@webhand.local" onPassword={async () => null} />}
				/>
			}
		/>
	);
}

mountGallery((name) => {
	const state = consoleStates[name];
	return state === undefined ? null : <Shown key={name} state={state} />;
});
