import { Button, Stack } from "@chakra-ui/react";
import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useNow } from "../../kit/now.ts";
import { CodeField, codeFault } from "../../kit/second-factor/code-field.tsx";
import { EnrolmentCard } from "../../kit/second-factor/enrolment-card.tsx";
import { secondFactorText } from "../../kit/second-factor/words.ts";
import { Loading, Problem } from "../../kit/states.tsx";
import type { CommandProblem } from "../../kit/transport.ts";
import type { SigningIn } from "../../panel-state.ts";
import { secondsUntil } from "../state/select.ts";
import { signInSentence } from "./sign-in.ts";
import { StepFrame } from "./step-frame.tsx";
import { signInText } from "./words.ts";

type Props = {
	readonly step: Extract<SigningIn, { kind: "second_factor" }>;
	readonly isBusy: boolean;
	readonly problem: CommandProblem | null;
	readonly onCode: (code: string) => void;
	readonly onEnrol: () => void;
	readonly onCancel: () => void;
};

/** The second step of a sign-in: a code, or first the enrolment of an app where the organization asks for one. */
export function SecondFactorStep({ step, isBusy, problem, onCode, onEnrol, onCancel }: Props) {
	const { isEnrolled, enrolment } = step;
	const [isRecovery, setIsRecovery] = useState(false);
	const [code, setCode] = useState("");
	const [wasSubmitted, setWasSubmitted] = useState(false);
	// A refusal belongs to the kind of code that was sent.
	const [left, setLeft] = useState<CommandProblem | null>(null);
	const input = useRef<HTMLInputElement>(null);
	const now = useNow(problem?.retryAt !== undefined);
	const waitSeconds = problem?.retryAt === undefined ? 0 : secondsUntil(problem.retryAt, now);
	const kind = isRecovery ? "recovery" : "app";
	const isWrong = problem?.code === "INVALID_CREDENTIALS" && problem !== left;
	const refused = isWrong ? (isRecovery ? secondFactorText.code.wrongRecovery : secondFactorText.code.wrong) : "";
	const fault = (wasSubmitted ? codeFault(kind, code) : "") || refused;

	useEffect(() => {
		if (isEnrolled) input.current?.focus();
	}, [isEnrolled, isRecovery]);
	useEffect(() => {
		if (isWrong) input.current?.select();
	}, [problem, isWrong]);

	const submit = (event: FormEvent) => {
		event.preventDefault();
		setWasSubmitted(true);
		if (codeFault(kind, code) === "") onCode(code);
		else input.current?.focus();
	};
	const title = !isEnrolled ? secondFactorText.enrol.title : isRecovery ? secondFactorText.code.recoveryTitle : secondFactorText.code.title;
	const lead = !isEnrolled ? secondFactorText.enrol.text : isRecovery ? secondFactorText.code.recoveryText : secondFactorText.code.text;
	return (
		<StepFrame title={title} text={lead}>
			{problem && problem.code !== "INVALID_CREDENTIALS" && problem.command === "sign_in_code" ? (
				<Problem message={signInSentence(problem, waitSeconds)} requestId={problem.requestId} />
			) : null}
			{isEnrolled ? null : enrolment ? (
				<EnrolmentCard enrolment={enrolment} />
			) : problem === null ? (
				<Loading lines={4} />
			) : (
				<Problem message={secondFactorText.enrol.missing} requestId={problem.requestId} onRetry={onEnrol} />
			)}
			<form onSubmit={submit} noValidate>
				<Stack gap="4">
					<CodeField
						kind={kind}
						value={code}
						fault={fault}
						input={input}
						onValue={(typed) => {
							setCode(typed);
							setWasSubmitted(false);
						}}
					/>
					<Button
						type="submit"
						colorPalette="brand"
						loading={isBusy}
						loadingText={secondFactorText.code.submit}
						disabled={waitSeconds > 0 || (!isEnrolled && enrolment === null)}
					>
						{secondFactorText.code.submit}
					</Button>
					{isEnrolled ? (
						<Button
							variant="ghost"
							size="sm"
							onClick={() => {
								setIsRecovery(!isRecovery);
								setLeft(problem);
								setCode("");
								setWasSubmitted(false);
							}}
						>
							{isRecovery ? secondFactorText.code.useApp : secondFactorText.code.useRecovery}
						</Button>
					) : null}
					<Button variant="ghost" size="sm" onClick={onCancel}>
						{signInText.cancel}
					</Button>
				</Stack>
			</form>
		</StepFrame>
	);
}
