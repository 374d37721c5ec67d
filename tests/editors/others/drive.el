;; Opens a response with faults in the real Emacs, waits for its findings, and has one mended by a code action.
(defun wait-for (what condition)
  "Wait until CONDITION holds, and end with WHAT where it never does."
  (let ((deadline (+ (float-time) 60)))
    (while (not (funcall condition))
      (when (> (float-time) deadline)
        (princ (format "waited in vain for %s\n" what))
        (kill-emacs 3))
      (accept-process-output nil 0.05))))

(defun findings ()
  "The texts of all findings."
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun has-finding (rule)
  "Whether there is a finding of RULE."
  (seq-some (lambda (text) (string-match-p (regexp-quote rule) text)) (findings)))

(find-file "response.sgml")
(princ (format "mode %s\n" major-mode))
(run-hooks 'post-command-hook)
(wait-for "a server" #'eglot-current-server)
(wait-for "findings" (lambda () (has-finding "[duplicate-attribute]")))
(dolist (text (findings)) (princ (format "finding %s\n" text)))

(search-forward "TYPE=\"PERSON\">Tidewater Lines")
(goto-char (match-beginning 0))
(cl-letf (((symbol-function 'completing-read) (lambda (&rest _) "Remove the second TYPE")))
  ;; The command was typed, not chosen from a menu.
  (let ((last-nonmenu-event ?a)) (call-interactively #'eglot-code-actions)))
(princ (format "line %s\n" (buffer-substring (line-beginning-position) (line-end-position))))
(run-hooks 'post-command-hook)
(eglot--signal-textDocument/didChange)
(wait-for "no such finding" (lambda () (not (has-finding "[duplicate-attribute]"))))
(princ "mended\n")

(dolist (name (split-string (getenv "KEYTALLY_NAMES")))
  (with-temp-buffer
    (setq buffer-file-name (expand-file-name name))
    (let ((keytally-mode-hook nil)) (set-auto-mode))
    (princ (format "type %s %s\n" name major-mode))
    (set-buffer-modified-p nil)
    (setq buffer-file-name nil)))
