import { Button, HStack, Spinner, Stack, Text } from "@chakra-ui/react";
import { RecoveryCodes } from "../../kit/second-factor/recovery-codes.tsx";
import { secondFactorText } from "../../kit/second-factor/words.ts";
import type { SigningIn } from "../../panel-state.ts";
import type { PanelView } from "../panel-props.ts";
import type { RunCommand } from "../state/commands.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { StepFrame } from "./step-frame.tsx";
import { signInText } from "./words.ts";

/** A step that takes the whole panel. */
export type ShownStep = Extract<SigningIn, { kind: "provider" | "second_factor" | "recovery_codes" }>;

export function isShownStep(step: SigningIn): step is ShownStep {
	return step.kind !== "none" && step.kind !== "provider_failed";
}

type Props = {
	readonly step: ShownStep;
	readonly model: PanelView;
	readonly command: RunCommand;
	readonly onDownload: (codes: readonly string[]) => void;
};

/** What follows email and password, and the wait for a provider. */
export function SignInSteps({ step, model, command, onDownload }: Props) {
	const onCancel = () => void command("sign_in_cancel", {});
	if (step.kind === "provider")
		return (
			<StepFrame title={signInText.provider.title} text={signInText.provider.text(step.email)}>
				<Stack gap="4">
					<HStack role="status">
						<Spinner size="sm" />
						<Text>{signInText.provider.waiting}</Text>
					</HStack>
					<Button variant="outline" size="sm" alignSelf="flex-start" onClick={onCancel}>
						{signInText.cancel}
					</Button>
				</Stack>
			</StepFrame>
		);
	if (step.kind === "recovery_codes")
		return (
			<StepFrame title={secondFactorText.recovery.title} text={secondFactorText.recovery.text}>
				<RecoveryCodes
					codes={step.codes}
					isBusy={model.pending.has("recovery_codes_kept")}
					onDownload={onDownload}
					onKept={() => void command("recovery_codes_kept", {})}
				/>
			</StepFrame>
		);
	const { problem } = model;
	return (
		<SecondFactorStep
			step={step}
			isBusy={model.pending.has("sign_in_code")}
			problem={problem?.command === "sign_in_code" || problem?.command === "sign_in_enrol" ? problem : null}
			onCode={(code) => void command("sign_in_code", { code })}
			onEnrol={() => void command("sign_in_enrol", {})}
			onCancel={onCancel}
		/>
	);
}
