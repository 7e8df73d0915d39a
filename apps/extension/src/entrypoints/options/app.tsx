import { Box } from "@chakra-ui/react";
import { useCallback, useEffect, useState } from "react";
import type { CommandInput, PanelCommandType, ServerTest, ViewState } from "../../messages.ts";
import { text } from "../../text/en.ts";
import { SettingsPage } from "../../ui/account/settings-page.tsx";
import { Provider } from "../../ui/kit/provider.tsx";
import { Loading, Problem } from "../../ui/kit/states.tsx";
import { readThemeChoice, writeThemeChoice } from "../../ui/kit/theme-choice.ts";
import { CommandError, extensionVersion, send } from "../../view/transport.ts";

/** The settings, in a tab of their own. Nothing here is optimistic: what is shown was read back. */
export function App() {
	const [state, setState] = useState<ViewState | null>(null);
	const [failure, setFailure] = useState("");
	const [problem, setProblem] = useState("");
	const [isBusy, setIsBusy] = useState(false);
	const [isSaved, setIsSaved] = useState(false);
	const [test, setTest] = useState<ServerTest | "running" | null>(null);
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
	const onTest = (serverUrl: string) => {
		setTest("running");
		send("server_test", { serverUrl }).then(setTest, (cause: unknown) => setTest({ kind: "unreachable", message: sentenceOf(cause) }));
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
					isBusy={isBusy}
					problem={problem}
					test={test}
					isSaved={isSaved}
					onTest={onTest}
					onSave={(serverUrl) => void change("server_set", { serverUrl }).then(setIsSaved)}
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
	return cause.problem.code === "BAD_SERVER_URL" ? text.settings.invalid : cause.problem.message;
}
