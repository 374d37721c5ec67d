" Opens a response with faults in the real Vim, waits for its findings, mends one, and waits until it is gone.
let s:said = []

function! s:findings() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))), {_, each -> each.text})
endfunction

" Wait until a finding with a text is there, or is no longer there.
function! s:wait(text, wanted) abort
  for l:try in range(1200)
    if (match(s:findings(), a:text) >= 0) == a:wanted
      return
    endif
    sleep 50m
  endfor
  call add(s:said, 'waited in vain for ' .. a:text)
endfunction

call add(s:said, 'mode ' .. &filetype)
call s:wait('TYPE is given twice', 1)
let s:said += map(s:findings(), {_, text -> 'finding ' .. text})
%substitute/ TYPE="PERSON">Tidewater Lines/>Tidewater Lines/
ALELint
call s:wait('TYPE is given twice', 0)
call add(s:said, 'mended')
for s:name in split($KEYTALLY_NAMES)
  execute 'edit!' fnameescape(s:name)
  call add(s:said, 'type ' .. s:name .. ' ' .. &filetype)
endfor
call writefile(s:said, $KEYTALLY_SAID)
qall!
