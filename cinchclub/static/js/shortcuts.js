// Users can switch off single-key shortcuts on this device (WCAG 2.1.4).
import { recall, remember } from "./device.js";

const KEY = "cinch-shortcuts";
const OFF = "off";
const root = document.documentElement;
const box = document.querySelector("#shortcuts");

root.dataset.shortcuts = recall(KEY) ?? "";
if (box) {
  box.checked = root.dataset.shortcuts !== OFF;
  box.addEventListener("change", () => {
    root.dataset.shortcuts = box.checked ? "" : OFF;
    remember(KEY, root.dataset.shortcuts);
  });
}
