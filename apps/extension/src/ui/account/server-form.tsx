import { Alert, Box, Button, Field, HStack, Input, Stack, Text } from "@chakra-ui/react";
import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import type { ServerTest } from "../../messages.ts";
import type { ViewState } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import { serverFault, serverSentence } from "../../view/sign-in.ts";
import { AlertDialog } from "../kit/alert-dialog.tsx";

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
					<Field.Label>{text.account.server}</Field.Label>
					<Input
						type="url"
						borderColor="line.strong"
						value={server}
						onChange={(event) => {
							setServer(event.target.value);
							setIsTried(false);
							onEdit();
						}}
					/>
					<Field.HelperText>{text.settings.serverHint}</Field.HelperText>
					<Field.ErrorText>{fault || problem}</Field.ErrorText>
				</Field.Root>
				<HStack>
					<Button
						type="submit"
						size="sm"
						colorPalette="brand"
						loading={isBusy}
						aria-label={text.settings.save}
						disabled={server.trim() === state.serverUrl}
					>
						{text.settings.save}
					</Button>
					<Button
						size="sm"
						variant="outline"
						loading={test === "running"}
						loadingText={text.settings.testing}
						onClick={() => tryIt(onTest)}
					>
						{text.settings.test}
					</Button>
				</HStack>
				<Box role="status">
					{result ? (
						<Alert.Root status={result.kind === "ok" ? "success" : "error"} size="sm">
							<Alert.Indicator aria-hidden />
							<Alert.Description>{serverSentence(result)}</Alert.Description>
						</Alert.Root>
					) : null}
					{isSaved ? <Text color="status.completed">{text.settings.saved}</Text> : null}
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
			title={text.settings.saveTitle}
			decline={{ label: text.settings.saveCancel, onChoose: onCancel }}
			confirm={{ label: text.settings.saveConfirm, palette: "red", onChoose: onConfirm }}
		>
			<Stack gap="2">
				<Text overflowWrap="anywhere">{asked}</Text>
				{result !== null && result.kind !== "ok" ? <Text color="status.failed">{serverSentence(result)}</Text> : null}
				{state.auth.kind === "signed_out" ? null : <Text>{text.settings.saveSignsOut(state.serverUrl)}</Text>}
			</Stack>
		</AlertDialog>
	);
}
