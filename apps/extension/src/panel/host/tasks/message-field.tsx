import { serverTaskLimits } from "@webhand/contracts/tools/server-tasks";
import { useState } from "react";
import { MessageBox } from "../../kit/message-box.tsx";
import { tasksText } from "./words.ts";

type Props = {
	readonly label: string;
	readonly placeholder: string;
	readonly send: string;
	readonly isBusy: boolean;
	/** Resolves to false where the sentence was not taken; it stays then. */
	readonly onSend: (sentence: string) => Promise<boolean>;
};

/** Takes a sentence for a task. */
export function MessageField({ label, placeholder, send, isBusy, onSend }: Props) {
	const [typed, setTyped] = useState("");
	const canSend = typed.trim() !== "" && !isBusy;
	const submit = async () => {
		if (canSend && (await onSend(typed.trim()))) setTyped("");
	};
	return (
		<MessageBox
			label={label}
			placeholder={placeholder}
			maxLength={serverTaskLimits.task}
			value={typed}
			onValue={setTyped}
			send={{ label: send, keys: tasksText.keys, canSend, isBusy }}
			onSend={() => void submit()}
		/>
	);
}
