import { Box } from "@chakra-ui/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { CommandInput, PanelCommandType, ServerTest } from "../../messages.ts";
import type { ViewState } from "../../panel-state.ts";
import { SettingsPage } from "../../ui/account/settings-page.tsx";
import { Provider } from "../../ui/kit/provider.tsx";
import { Loading, Problem } from "../../ui/kit/states.tsx";
import { readThemeChoice, writeThemeChoice } from "../../ui/kit/theme-choice.ts";
import { serverSentence } from "../../view/sign-in.ts";
import { CommandError, extensionVersion, send } from "../../view/transport.ts";

/** The settings in a tab. Nothing is optimistic: the page shows what it read back. */
export function App() {
	const [state, setState] = useState<ViewState | null>(null);
	const [failure, setFailure] = useState("");
	const [problem, setProblem] = useState("");
	const [isBusy, setIsBusy] = useState(false);
	const [isSaved, setIsSaved] = useState(false);
	const [test, setTest] = useState<ServerTest | "running" | null>(null);
	const [asked, setAsked] = useState("");
	const latestTest = useRef(0);
	const [theme, setTheme] = useState(readThemeChoice);

	const load = useCallback(() => {
		send("state_get", {}).then(setState, (cause: unknown) => setFailure(sentenceOf(cause)));
	}, []);
	useEffect(load, [load]);

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

	return (
		<Provider>
			{failure === "" ? null : <Problem message={failure} onRetry={load} />}
			{state === null ? (
				<Box p="6">
					<Loading lines={6} />
				</Box>
			) : (
				<SettingsPage
					state={state}
					version={extensionVersion()}
					theme={theme}
					server={{
						...{ isBusy, problem, test, isSaved, asked },
						onEdit: forgetTest,
						onTest: (serverUrl) => void tried(serverUrl),
						onSave: (serverUrl) => void onSave(serverUrl),
						onConfirm: () => void save(asked),
						onCancel: () => setAsked(""),
					}}
					onTheme={(choice) => {
						writeThemeChoice(choice);
						setTheme(choice);
					}}
					onRevoke={(domain) => void change("site_revoke", { domain })}
					onTrustedRevoke={(domain) => void change("trusted_revoke", { domain })}
					onSignOut={() => void change("sign_out", {})}
				/>
			)}
		</Provider>
	);
}

function sentenceOf(cause: unknown): string {
	if (!(cause instanceof CommandError)) return String(cause);
	return cause.problem.server === undefined ? cause.problem.message : serverSentence(cause.problem.server);
}
