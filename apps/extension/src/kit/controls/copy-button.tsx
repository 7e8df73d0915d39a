import type { ButtonProps } from "@chakra-ui/react";
import { Button, IconButton } from "@chakra-ui/react";
import { useState } from "react";
import { CheckIcon, CopyIcon } from "../icons.tsx";
import { statesText } from "../words/state-words.ts";

/** Copies a text. `isCopied` holds until the text is another one; an output that grows is only written when it is copied. */
function useCopied(text: string | (() => string)) {
	const [copied, setCopied] = useState<string | null>(null);
	const copy = async () => {
		const written = typeof text === "string" ? text : text();
		await navigator.clipboard.writeText(written);
		setCopied(written);
	};
	return { isCopied: copied !== null && (typeof text !== "string" || copied === text), copy: () => void copy() };
}

type Props = Omit<ButtonProps, "children"> & {
	readonly text: string;
	/** What a screen reader says, where it is not what stands on the button. */
	readonly label?: string;
	readonly children?: string;
};

/** Copies a text and says so. */
export function CopyButton({ text, label, children = statesText.copy, ...look }: Props) {
	const { isCopied, copy } = useCopied(text);
	return (
		<Button
			size="xs"
			variant="outline"
			aria-live="polite"
			{...look}
			aria-label={isCopied ? statesText.copied : (label ?? children)}
			onClick={copy}
		>
			{isCopied ? <CheckIcon /> : <CopyIcon />}
			{isCopied ? statesText.copied : children}
		</Button>
	);
}

type IconProps = { readonly text: string | (() => string); readonly label: string; readonly isDisabled?: boolean };

/** Copies a text where there is no room for words. */
export function CopyIconButton({ text, label, isDisabled = false }: IconProps) {
	const { isCopied, copy } = useCopied(text);
	const shown = isCopied ? statesText.copied : label;
	return (
		<IconButton size="2xs" variant="ghost" aria-label={shown} title={shown} disabled={isDisabled} onClick={copy}>
			{isCopied ? <CheckIcon /> : <CopyIcon />}
		</IconButton>
	);
}
