import { Field, Input } from "@chakra-ui/react";
import { SecondFactorCode } from "@webhand/contracts/auth/second-factor";
import type { RefObject } from "react";
import { secondFactorText } from "./words.ts";

type Props = {
	readonly kind: "app" | "recovery";
	readonly value: string;
	readonly fault: string;
	readonly input: RefObject<HTMLInputElement | null>;
	readonly onValue: (value: string) => void;
};

/** The field of a code of the app, or of a recovery code. */
export function CodeField({ kind, value, fault, input, onValue }: Props) {
	const isApp = kind === "app";
	return (
		<Field.Root required invalid={fault !== ""}>
			<Field.Label>{isApp ? secondFactorText.code.label : secondFactorText.code.recoveryLabel}</Field.Label>
			<Input
				ref={input}
				value={value}
				name={isApp ? "code" : "recovery-code"}
				inputMode={isApp ? "numeric" : "text"}
				autoComplete={isApp ? "one-time-code" : "off"}
				autoCapitalize="off"
				spellCheck={false}
				maxLength={isApp ? 11 : 40}
				fontFamily="mono"
				fontSize={isApp ? "lg" : "sm"}
				letterSpacing={isApp ? "0.2em" : "normal"}
				borderColor="line.strong"
				onChange={(event) => onValue(event.target.value)}
			/>
			<Field.ErrorText>{fault}</Field.ErrorText>
		</Field.Root>
	);
}

/** The fault of a typed code; "" for none. */
export function codeFault(kind: Props["kind"], typed: string): string {
	const code = SecondFactorCode.safeParse(typed);
	const isOfKind = code.success && (code.data.length === 6) === (kind === "app");
	if (isOfKind) return "";
	return kind === "app" ? secondFactorText.code.badCode : secondFactorText.code.badRecovery;
}
