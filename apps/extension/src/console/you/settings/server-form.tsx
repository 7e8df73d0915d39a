import { Alert, Box, Button, Field, HStack, Input, Stack, Text } from "@chakra-ui/react";
import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import { AlertDialog } from "../../../kit/dialogs/alert-dialog.tsx";
import type { ServerTest } from "../../../messages.ts";
import { serverFault, serverSentence } from "../../../panel/sign-in/sign-in.ts";
import { accountText, serverAddressText } from "../../../panel/sign-in/words.ts";
import type { ViewState } from "../../../panel-state.ts";
import { settingsText } from "./words.ts";

export type ServerFormProps = {
	readonly state: ViewState;
	readonly isBusy: boolean;
	readonly problem: string;
	/** The test of the address in the field; null once it changed. */
	readonly test: ServerTest | "running" | null;
	readonly isSaved: boolean;
	/** The address that waits for the user's confirmation; "" for none. */
	readonly asked: string;
	readonly onEdit: () => void;
	readonly onTest: (serverUrl: string) => void;
	/** Tests the address, and asks first where saving signs out or nothing answers. */
	readonly onSave: (serverUrl: string) => void;
	readonly onConfirm: () => void;
	readonly onCancel: () => void;
};

/** The server's address, tested before it is saved. */
export function ServerForm(props: ServerFormProps) {
	const { state, isBusy, problem, test, isSaved, onEdit, onTest, onSave } = props;
	const [server, setServer] = useState(state.serverUrl);
	const [isTried, setIsTried] = useState(false);
	useEffect(() => setServer(state.serverUrl), [state.serverUrl]);
	const fault = isTried ? serverFault(server) : "";
	const tryIt = (act: (serverUrl: string) => void) => {
		setIsTried(true);
		if (serverFault(server) === "") act(server.trim());
		else onEdit();
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (server.trim() !== state.serverUrl) tryIt(onSave);
	};
	const result = test === null || test === "running" ? null : test;
	return (
		<form onSubmit={submit} noValidate>
			<Stack gap="3">
				<Field.Root invalid={fault !== "" || problem !== ""}>
					<Field.Label>{accountText.server}</Field.Label>
					<Input
						type="url"
						borderColor="line.strong"
						readOnly={state.managed.hasServer}
						value={server}
						onChange={(event) => {
							setServer(event.target.value);
							setIsTried(false);
							onEdit();
						}}
					/>
					<Field.HelperText>{state.managed.hasServer ? serverAddressText.managed : serverAddressText.hint}</Field.HelperText>
					<Field.ErrorText>{fault || problem}</Field.ErrorText>
				</Field.Root>
				<HStack>
					{state.managed.hasServer ? null : (
						<Button
							type="submit"
							size="sm"
							colorPalette="brand"
							loading={isBusy}
							aria-label={settingsText.save}
							disabled={server.trim() === state.serverUrl}
						>
							{settingsText.save}
						</Button>
					)}
					<Button size="sm" variant="outline" loading={test === "running"} loadingText={settingsText.testing} onClick={() => tryIt(onTest)}>
						{settingsText.test}
					</Button>
				</HStack>
				<Box role="status">
					{result ? (
						<Alert.Root status={result.kind === "ok" ? "success" : "error"} size="sm">
							<Alert.Indicator aria-hidden />
							<Alert.Description>{serverSentence(result)}</Alert.Description>
						</Alert.Root>
					) : null}
					{isSaved ? <Text color="status.completed">{settingsText.saved}</Text> : null}
				</Box>
			</Stack>
			<SaveDialog {...props} result={result} />
		</form>
	);
}

type SaveDialogProps = Pick<ServerFormProps, "state" | "asked" | "onConfirm" | "onCancel"> & { readonly result: ServerTest | null };

function SaveDialog({ state, asked, result, onConfirm, onCancel }: SaveDialogProps) {
	return (
		<AlertDialog
			isOpen={asked !== ""}
			title={settingsText.saveTitle}
			decline={{ label: settingsText.saveCancel, onChoose: onCancel }}
			confirm={{ label: settingsText.saveConfirm, palette: "red", onChoose: onConfirm }}
		>
			<Stack gap="2">
				<Text overflowWrap="anywhere">{asked}</Text>
				{result !== null && result.kind !== "ok" ? <Text color="status.failed">{serverSentence(result)}</Text> : null}
				{state.auth.kind === "signed_out" ? null : <Text>{settingsText.saveSignsOut(state.serverUrl)}</Text>}
			</Stack>
		</AlertDialog>
	);
}
