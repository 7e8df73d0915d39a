import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { DialogFrame } from "./dialog-frame.tsx";

type Choice = {
	readonly label: string;
	readonly onChoose: () => void;
	readonly isDisabled?: boolean;
	readonly isBusy?: boolean;
};

type Props = {
	readonly isOpen: boolean;
	readonly title: string;
	/** The safe choice: it has the focus, and Escape chooses it. Both do nothing while it is disabled. */
	readonly decline: Choice;
	readonly confirm: Choice & { readonly palette: "brand" | "red" };
	/** A third choice, before the other two. */
	readonly other?: Choice;
	/** Just opened by itself: a key was meant for something else and answers nothing. */
	readonly isNew?: boolean;
	readonly children: ReactNode;
};

/** A modal question; a click beside it answers nothing. */
export function AlertDialog({ isOpen, title, decline, confirm, other, isNew = false, children }: Props) {
	const safe = useRef<HTMLButtonElement>(null);
	const content = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const before = isOpen ? document.activeElement : null;
		return () => {
			// Returns the focus to where it was.
			const giveBack = () => (document.activeElement === document.body && before instanceof HTMLElement ? before.focus() : undefined);
			setTimeout(giveBack);
		};
	}, [isOpen]);
	const isKept = decline.isDisabled === true;
	useEffect(() => {
		// A disabled button loses the focus to the page behind.
		const { activeElement } = document;
		const isInside = content.current?.contains(activeElement) === true && activeElement?.matches(":disabled") === false;
		if (!isInside) (isKept ? content : safe).current?.focus();
	}, [isKept]);
	return (
		<DialogFrame
			isOpen={isOpen}
			role="alertdialog"
			title={title}
			size="xs"
			closeOnInteractOutside={false}
			initialFocusEl={() => safe.current}
			onClose={() => (isKept || isNew ? undefined : decline.onChoose())}
			content={{
				ref: content,
				onClickCapture: (event) => {
					// A key's click has no count.
					if (isNew && event.detail === 0) event.stopPropagation();
				},
			}}
			footer={
				<>
					{other ? (
						<Button size="xs" variant="ghost" disabled={other.isDisabled ?? false} onClick={other.onChoose}>
							{other.label}
						</Button>
					) : null}
					<Button ref={safe} size="xs" variant="outline" disabled={isKept} onClick={decline.onChoose}>
						{decline.label}
					</Button>
					<Button
						size="xs"
						h="auto"
						minH="8"
						maxW="full"
						whiteSpace="normal"
						colorPalette={confirm.palette}
						loading={confirm.isBusy ?? false}
						aria-label={confirm.label}
						disabled={confirm.isDisabled ?? false}
						onClick={confirm.onChoose}
					>
						{confirm.label}
					</Button>
				</>
			}
		>
			{children}
		</DialogFrame>
	);
}
