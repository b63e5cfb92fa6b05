// Nothing that matters needs this: it asks for the page again once a boundary has passed, and copies
// commands.
"use strict";

const longest = 2147483647;
const seconds = Number(document.body.dataset.refreshAfter);
if (seconds > 0) {
  setTimeout(() => location.reload(), Math.min(seconds * 1000, longest));
}

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = "Copied";
  });
}
