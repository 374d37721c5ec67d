-- The responses of examples become their keys by accepting and dropping.
local t = ...

local walk = t.walker()
walk('template_element/response.tmpl')
walk('template_relation/response.tmpl')
walk('scenario_template/response.tmpl')
