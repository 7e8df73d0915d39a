import { Box, Button, Stack, Text } from "@chakra-ui/react";
import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useNow } from "../../../../kit/now.ts";
import { Problem } from "../../../../kit/states.tsx";
import type { CommandProblem } from "../../../../kit/transport.ts";
import { asSentence } from "../../../../kit/words/as-sentence.ts";
import { passwordFault, signInSentence } from "../../../../panel/sign-in/sign-in.ts";
import { secondsUntil } from "../../../../panel/state/select.ts";
import { SecretField } from "./secret-field.tsx";
import { securityText } from "./words.ts";

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string };

/** @returns null when the password is changed */
export type ChangePassword = (change: PasswordChange) => Promise<CommandProblem | null>;

const empty = { current: "", next: "", again: "" };

/** Changes the password; the server's reason stands at its field. */
export function PasswordForm({ onChange }: { readonly onChange: ChangePassword }) {
	const [typed, setTyped] = useState(empty);
	const [wasSubmitted, setWasSubmitted] = useState(false);
	const [isBusy, setIsBusy] = useState(false);
	const [isDone, setIsDone] = useState(false);
	const [problem, setProblem] = useState<CommandProblem | null>(null);
	const current = useRef<HTMLInputElement>(null);
	const next = useRef<HTMLInputElement>(null);
	const now = useNow(problem?.retryAt !== undefined);
	const waitSeconds = problem?.retryAt === undefined ? 0 : secondsUntil(problem.retryAt, now);
	const told = (field: string) =>
		problem?.fields
			.filter((each) => each.field === field)
			.map(({ message }) => asSentence(message))
			.join(" ") ?? "";
	const faultOf = (value: string) => (wasSubmitted ? passwordFault(value) : "");
	const faults = {
		current:
			faultOf(typed.current) || (problem?.code === "INVALID_CREDENTIALS" ? securityText.wrongPassword : "") || told("currentPassword"),
		next: faultOf(typed.next) || told("newPassword"),
		again: faultOf(typed.again) || (wasSubmitted && typed.again !== typed.next ? securityText.notSame : ""),
	};
	const isAtField = problem !== null && (problem.code === "INVALID_CREDENTIALS" || problem.fields.length > 0);
	useEffect(() => {
		if (problem?.code === "INVALID_CREDENTIALS") current.current?.select();
		else if (problem !== null && problem.fields.length > 0) next.current?.select();
	}, [problem]);

	const type = (part: Partial<typeof empty>) => {
		setTyped((before) => ({ ...before, ...part }));
		setWasSubmitted(false);
		setProblem(null);
		setIsDone(false);
	};
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setWasSubmitted(true);
		if (passwordFault(typed.current) !== "" || passwordFault(typed.next) !== "" || typed.again !== typed.next) return;
		setIsBusy(true);
		const refused = await onChange({ currentPassword: typed.current, newPassword: typed.next });
		setIsBusy(false);
		setProblem(refused);
		if (refused !== null) return;
		setTyped(empty);
		setWasSubmitted(false);
		setIsDone(true);
	};
	return (
		<form onSubmit={(event) => void submit(event)} noValidate>
			<Stack gap="3">
				{problem !== null && !isAtField ? <Problem message={signInSentence(problem, waitSeconds)} requestId={problem.requestId} /> : null}
				<SecretField
					label={securityText.currentPassword}
					value={typed.current}
					fault={faults.current}
					autoComplete="current-password"
					input={current}
					onValue={(value) => type({ current: value })}
				/>
				<SecretField
					label={securityText.newPassword}
					value={typed.next}
					fault={faults.next}
					hint={securityText.passwordHint}
					autoComplete="new-password"
					input={next}
					onValue={(value) => type({ next: value })}
				/>
				<SecretField
					label={securityText.again}
					value={typed.again}
					fault={faults.again}
					autoComplete="new-password"
					onValue={(value) => type({ again: value })}
				/>
				<Button type="submit" size="sm" colorPalette="brand" alignSelf="flex-start" loading={isBusy} disabled={waitSeconds > 0}>
					{securityText.change}
				</Button>
				<Box role="status">{isDone ? <Text color="status.completed">{securityText.changed}</Text> : null}</Box>
			</Stack>
		</form>
	);
}
