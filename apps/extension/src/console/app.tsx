import { Box } from "@chakra-ui/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { server } from "../kit/server.ts";
import { Loading, Problem } from "../kit/states.tsx";
import { usePreferences } from "../kit/theme/use-preferences.ts";
import type { CommandProblem } from "../kit/transport.ts";
import { allowNotifications, CommandError, extensionVersion, openPanel, send, watchSettings } from "../kit/transport.ts";
import type { CommandInput, PanelCommandType, ServerTest } from "../messages.ts";
import { serverSentence } from "../panel/sign-in/sign-in.ts";
import type { ViewState } from "../panel-state.ts";
import type { Preferences } from "../preferences.ts";
import { confirmSignIn } from "../worker/server/account.ts";
import { useHash } from "./place/use-hash.ts";
import { Shell } from "./shell/shell.tsx";
import { SecuritySections } from "./you/settings/security/security-sections.tsx";
import { SettingsPage } from "./you/settings/settings-page.tsx";

/** Settings and console in a tab. Nothing is optimistic: the page shows what it read back. */
export function App() {
	const [state, setState] = useState<ViewState | null>(null);
	const [failure, setFailure] = useState("");
	const [problem, setProblem] = useState("");
	const [isBusy, setIsBusy] = useState(false);
	const [isSaved, setIsSaved] = useState(false);
	const [test, setTest] = useState<ServerTest | "running" | null>(null);
	const [asked, setAsked] = useState("");
	const latestTest = useRef(0);
	const preferences = usePreferences();
	const [isNotifyRefused, setIsNotifyRefused] = useState(false);
	const [path, go] = useHash();

	const load = useCallback(() => {
		send("state_get", {}).then(setState, (cause: unknown) => setFailure(sentenceOf(cause)));
	}, []);
	useEffect(() => {
		load();
		// After a restart of the browser nobody has asked the server yet whether the token holds.
		void confirmSignIn(server);
		return watchSettings(load);
	}, [load]);

	const change = async <T extends PanelCommandType>(type: T, input: CommandInput<T>): Promise<boolean> => {
		setIsBusy(true);
		setProblem("");
		setIsSaved(false);
		try {
			await send(type, input);
			setState(await send("state_get", {}));
			return true;
		} catch (cause) {
			setProblem(sentenceOf(cause));
			return false;
		} finally {
			setIsBusy(false);
		}
	};
	const forgetTest = () => {
		latestTest.current += 1;
		setTest(null);
		setIsSaved(false);
		setProblem("");
	};
	/** @returns null when the address changed meanwhile */
	const tried = async (serverUrl: string): Promise<ServerTest | null> => {
		forgetTest();
		const own = latestTest.current;
		setTest("running");
		const result = await send("server_test", { serverUrl }).catch((cause: unknown) => {
			setProblem(sentenceOf(cause));
			return null;
		});
		if (latestTest.current !== own) return null;
		setTest(result);
		return result;
	};
	const save = async (serverUrl: string) => {
		setAsked("");
		const isDone = await change("server_set", { serverUrl });
		if (isDone) forgetTest();
		setIsSaved(isDone);
	};
	const onSave = async (serverUrl: string) => {
		const result = await tried(serverUrl);
		if (result === null) return;
		if (result.kind === "ok" && state?.auth.kind === "signed_out") await save(serverUrl);
		else setAsked(serverUrl);
	};

	const onPreferences = async (part: Partial<Preferences>) => {
		if (part.notifyOnFinish === undefined) return void (await change("preferences_set", { preferences: part }));
		const isAllowed = await allowNotifications(part.notifyOnFinish);
		setIsNotifyRefused(part.notifyOnFinish && !isAllowed);
		await change("preferences_set", { preferences: { notifyOnFinish: isAllowed } });
	};

	if (state === null)
		return (
			<Box as="main" p="6">
				{failure === "" ? <Loading lines={6} /> : <Problem message={failure} onRetry={load} />}
			</Box>
		);
	const { auth } = state;
	const security =
		auth.kind === "signed_in" ? (
			<SecuritySections
				key={`${auth.user.id} ${auth.tenantId}`}
				api={server}
				email={auth.user.email}
				onPassword={(passwords) =>
					send("password_change", passwords).then(
						() => null,
						(cause: unknown) => problemOf("password_change", cause),
					)
				}
			/>
		) : null;
	return (
		<Shell
			path={path}
			go={go}
			auth={state.auth}
			api={server}
			onOpenPanel={() => void openPanel()}
			settings={
				<SettingsPage
					state={state}
					version={extensionVersion()}
					preferences={preferences}
					isNotifyRefused={isNotifyRefused}
					server={{
						isBusy,
						problem,
						test,
						isSaved,
						asked,
						onEdit: forgetTest,
						onTest: (serverUrl) => void tried(serverUrl),
						onSave: (serverUrl) => void onSave(serverUrl),
						onConfirm: () => void save(asked),
						onCancel: () => setAsked(""),
					}}
					onPreferences={(part) => void onPreferences(part)}
					onOpenPanel={() => void openPanel()}
					onRevoke={(domain) => void change("site_revoke", { domain })}
					onTrustedRevoke={(domain) => void change("trusted_revoke", { domain })}
					onSignOut={() => void change("sign_out", {})}
					security={security}
				/>
			}
		/>
	);
}

function problemOf(command: PanelCommandType, cause: unknown): CommandProblem {
	return cause instanceof CommandError ? cause.problem : { command, code: "UNEXPECTED", message: String(cause), fields: [] };
}

function sentenceOf(cause: unknown): string {
	if (!(cause instanceof CommandError)) return String(cause);
	return cause.problem.server === undefined ? cause.problem.message : serverSentence(cause.problem.server);
}
