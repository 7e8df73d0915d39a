import { Button, Dialog, Portal } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";

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
		<Dialog.Root
			open={isOpen}
			role="alertdialog"
			size="xs"
			placement="center"
			closeOnInteractOutside={false}
			initialFocusEl={() => safe.current}
			onOpenChange={({ open }) => (open || isKept || isNew ? undefined : decline.onChoose())}
		>
			<Portal>
				<Dialog.Backdrop />
				<Dialog.Positioner px="3">
					<Dialog.Content
						ref={content}
						rounded="xl"
						onClickCapture={(event) => {
							// A key's click has no count.
							if (isNew && event.detail === 0) event.stopPropagation();
						}}
					>
						<Dialog.Header px="4" pt="4" pb="2">
							<Dialog.Title textStyle="answer">{title}</Dialog.Title>
						</Dialog.Header>
						<Dialog.Body px="4" pb="3">
							{children}
						</Dialog.Body>
						<Dialog.Footer flexWrap="wrap" px="4" pt="0" pb="4" gap="2">
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
						</Dialog.Footer>
					</Dialog.Content>
				</Dialog.Positioner>
			</Portal>
		</Dialog.Root>
	);
}
