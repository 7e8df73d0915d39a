import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { Enrolment, ownSecondFactorRoute } from "@webhand/contracts/auth/second-factor";
import { confirmEnrolmentRoute, enrolRoute, removeSecondFactorRoute, SecondFactorCode } from "@webhand/contracts/auth/second-factor";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { SyntheticEvent } from "react";
import { useRef, useState } from "react";
import type { ServerProblem } from "../../../../kit/load/problem.ts";
import { problemOf } from "../../../../kit/load/problem.ts";
import { CodeField, codeFault } from "../../../../kit/second-factor/code-field.tsx";
import { EnrolmentCard } from "../../../../kit/second-factor/enrolment-card.tsx";
import { RecoveryCodes } from "../../../../kit/second-factor/recovery-codes.tsx";
import { secondFactorText } from "../../../../kit/second-factor/words.ts";
import { Problem } from "../../../../kit/states.tsx";
import { saveText } from "../../../../kit/transport.ts";
import { statesText } from "../../../../kit/words/state-words.ts";
import type { SignedInApi } from "../../../../signed-in-api.ts";
import { SecretField } from "./secret-field.tsx";
import { securityText } from "./words.ts";

export type FactorState = ReplyOf<typeof ownSecondFactorRoute>;

type Step =
	| { readonly kind: "shown" }
	| { readonly kind: "password" }
	| { readonly kind: "scan"; readonly enrolment: Enrolment }
	| { readonly kind: "codes"; readonly codes: readonly string[] }
	| { readonly kind: "remove" };

const fewCodes = 3;

type Props = {
	readonly state: FactorState;
	readonly api: SignedInApi;
	readonly email: string;
	/** The second factor changed. */
	readonly onChanged: () => void;
};

/** The second step at sign-in: its state, and setting it up or removing it. */
export function SecondFactor({ state, api, email, onChanged }: Props) {
	const [step, setStep] = useState<Step>({ kind: "shown" });
	const [password, setPassword] = useState("");
	const [code, setCode] = useState("");
	const [wasSubmitted, setWasSubmitted] = useState(false);
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const codeInput = useRef<HTMLInputElement>(null);

	const go = (next: Step) => {
		setStep(next);
		setPassword("");
		setCode("");
		setWasSubmitted(false);
		setProblem(null);
	};
	const work = async (event: SyntheticEvent, isReady: boolean, call: () => Promise<Step>) => {
		event.preventDefault();
		setWasSubmitted(true);
		setProblem(null);
		if (!isReady) return;
		setIsBusy(true);
		try {
			go(await call());
		} catch (error) {
			setProblem(problemOf(error));
		} finally {
			setIsBusy(false);
		}
	};
	const read = () => SecondFactorCode.parse(code);
	const isRecovery = code.replaceAll(/[\s-]/g, "").length > 6;
	const kind = isRecovery ? "recovery" : "app";
	const isWrong = problem?.code === "INVALID_CREDENTIALS";
	const asksPassword = state.changeNeeds === "password";
	const isPasswordReady = !asksPassword || password !== "";
	const secret = asksPassword ? { password } : {};
	const beginEnrolment = async (): Promise<Step> => ({ kind: "scan", enrolment: await api.call(enrolRoute, { body: secret }) });
	const passwordFault = wasSubmitted && password === "" ? statesText.fillIn : "";
	const failed = problem !== null && !isWrong ? <Problem message={problem.message} requestId={problem.requestId} /> : null;
	const buttons = (
		<HStack>
			<Button type="submit" size="sm" colorPalette="brand" loading={isBusy}>
				{step.kind === "remove" ? securityText.remove : securityText.confirm}
			</Button>
			<Button size="sm" variant="ghost" onClick={() => go({ kind: "shown" })}>
				{securityText.cancel}
			</Button>
		</HStack>
	);

	switch (step.kind) {
		case "shown":
			return (
				<Stack gap="2" align="flex-start">
					<Text>
						{state.isEnrolled ? securityText.factorOn : securityText.factorOff[state.changeNeeds]}{" "}
						{state.isRequired ? securityText.factorRequired : ""}
					</Text>
					{state.isEnrolled ? <Text color="fg.quiet">{securityText.codesLeft(state.recoveryCodesLeft)}</Text> : null}
					{state.isEnrolled && state.recoveryCodesLeft < fewCodes && !state.isRequired ? (
						<Text color="status.waiting">{securityText.fewCodes}</Text>
					) : null}
					{failed}
					{state.isEnrolled && state.isRequired ? null : state.changeNeeds === "password_sign_in" ? (
						<Text color="fg.quiet">{securityText.factorNeedsPassword}</Text>
					) : state.isEnrolled ? (
						<Button size="xs" variant="outline" onClick={() => go({ kind: "remove" })}>
							{securityText.remove}
						</Button>
					) : (
						<Button
							size="xs"
							variant="outline"
							loading={isBusy}
							onClick={(event) => (asksPassword ? go({ kind: "password" }) : void work(event, true, beginEnrolment))}
						>
							{securityText.setUp}
						</Button>
					)}
				</Stack>
			);
		case "password":
			return (
				<form noValidate onSubmit={(event) => void work(event, isPasswordReady, beginEnrolment)}>
					<Stack gap="3">
						<Text>{securityText.setUpText}</Text>
						{failed}
						<SecretField
							label={securityText.currentPassword}
							value={password}
							fault={passwordFault || (isWrong ? securityText.wrongPassword : "")}
							autoComplete="current-password"
							onValue={setPassword}
						/>
						{buttons}
					</Stack>
				</form>
			);
		case "scan":
			return (
				<form
					noValidate
					onSubmit={(event) =>
						void work(event, codeFault("app", code) === "", async () => {
							const { recoveryCodes } = await api.call(confirmEnrolmentRoute, { body: { code: read() } });
							return { kind: "codes", codes: recoveryCodes };
						})
					}
				>
					<Stack gap="3">
						<EnrolmentCard enrolment={step.enrolment} />
						{failed}
						<CodeField
							kind="app"
							value={code}
							fault={(wasSubmitted ? codeFault("app", code) : "") || (isWrong ? secondFactorText.code.wrong : "")}
							input={codeInput}
							onValue={setCode}
						/>
						{buttons}
					</Stack>
				</form>
			);
		case "codes":
			return (
				<Stack gap="3">
					<Text fontWeight="medium">{secondFactorText.recovery.title}</Text>
					<Text color="fg.quiet">{secondFactorText.recovery.text}</Text>
					<RecoveryCodes
						codes={step.codes}
						isBusy={false}
						onDownload={(codes) =>
							saveText(secondFactorText.recovery.fileName, [secondFactorText.recovery.fileTitle(email), "", ...codes, ""].join("\n"))
						}
						onKept={() => {
							go({ kind: "shown" });
							onChanged();
						}}
					/>
				</Stack>
			);
		case "remove":
			return (
				<form
					noValidate
					onSubmit={(event) =>
						void work(event, isPasswordReady && codeFault(kind, code) === "", async () => {
							await api.call(removeSecondFactorRoute, { body: { ...secret, code: read() } });
							onChanged();
							return { kind: "shown" };
						})
					}
				>
					<Stack gap="3">
						<Text>{asksPassword ? securityText.removeText : securityText.removeByCode}</Text>
						{failed}
						{isWrong ? <Problem message={asksPassword ? securityText.wrongPair : secondFactorText.code.wrong} /> : null}
						{asksPassword ? (
							<SecretField
								label={securityText.currentPassword}
								value={password}
								fault={passwordFault}
								autoComplete="current-password"
								onValue={setPassword}
							/>
						) : null}
						<CodeField kind={kind} value={code} fault={wasSubmitted ? codeFault(kind, code) : ""} input={codeInput} onValue={setCode} />
						{buttons}
					</Stack>
				</form>
			);
	}
}
