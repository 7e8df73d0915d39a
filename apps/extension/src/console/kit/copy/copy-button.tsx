import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { consoleText } from "../../words.ts";

type Props = { readonly label: string; readonly text: string; readonly children?: string };

/** Copies a text and says so. */
export function CopyButton({ label, text, children = consoleText.copy }: Props) {
	const [copied, setCopied] = useState("");
	return (
		<Button
			size="xs"
			variant="outline"
			aria-label={copied === text ? consoleText.copied : label}
			aria-live="polite"
			onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
		>
			{copied === text ? consoleText.copied : children}
		</Button>
	);
}
